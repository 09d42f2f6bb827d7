-- Where a passage ends, if that is another page than the one on which it begins (`page`). Passages from before do not say.
ALTER TABLE passages ADD COLUMN last_page INTEGER CHECK (last_page IS NULL OR last_page > page);
