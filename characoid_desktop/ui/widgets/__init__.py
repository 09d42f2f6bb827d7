"""Shared widgets. They draw themselves from the theme in use and only show and wish; models decide.

===============  ================================================================================
labels           Label (one line, or wrapped with a line height), ElidedLabel
button           Button, icon_button
choice           Switch, SegmentedControl, CheckBox, RadioButton, ComboBox
fields           LineInput (the field), LineEdit (label, field, error), SearchField
text_area        TextArea: several lines, grows
numbers          SpinStepper, Slider, ValueSlider
tag, status      Tag; StatusDot, StatusLight, draw_status
nav              NavItem of the rail
notices          NoticeBar, InlineNotice
empty_state      EmptyState, VoiceLine
avatar           Avatar; draw_avatar
workers          how a worker is shown: name, icon, hue
visible          words from outside, letter for letter
arguments        the arguments of a call as plain text; ArgumentView shows them
drop_target      DropTarget, local_paths
progress         ProgressLine, JobRow, draw_progress
meter            LevelMeter, MeterBar
waveform, waves  WaveformView, ThumbnailWave; draw_thumbnail for delegates
player           ArtifactPlayer, PlayButton, DragHandle
safe_text        text from outside: hidden characters shown, places to break, links that say where they lead
markdown_text    markdown cut into pieces while it comes in; markdown_view, safe_browser, code_block draw it
folded, timeline FoldButton, FoldedText; the steps of a turn
message_*        MessageItem, its views, the column that draws them in slices, the list that scrolls it
composer         Composer, ComposerField (Enter and the input method)
stack            Stack: a column that grows at once, without a layout
sections         Section (what folds), Field, Columns
page             PageHeader, Surface, Card, Divider, FlowLayout, scroll_column, field_group
dialog           Dialog
times            words for times, percents and levels
===============  ================================================================================

Words are ``str`` (a file name) or a late ``Text`` (the app's own words), which follows the language.
"""
