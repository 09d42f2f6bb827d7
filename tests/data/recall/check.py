"""Check the recall set against what its README promises. No dependencies."""
import json
import re
import sys
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

HERE = Path(__file__).resolve().parent
STOP = {
    "a", "an", "the", "of", "to", "in", "on", "at", "for", "and", "or", "is", "are", "was", "do", "does", "did",
    "i", "you", "he", "she", "it", "they", "her", "his", "what", "which", "who", "when", "where", "how", "why",
    "much", "many", "should", "can", "be", "with", "by", "s", "that", "this", "from", "up", "if", "will", "have",
    "has", "not", "no",
}
NAMES = {"pip", "绵绵", "ミナ", "ナモ", "モが"}  # the name of a character may be shared by a question of meaning
CJK = r"[\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff]"


def full(passage):
    return passage["title"] + "\n" + passage["text"]


def units(text):
    """Latin content words and the two-character substrings of CJK runs (those of hiragana alone left out)."""
    low = text.lower()
    words = {w for w in re.findall(r"[a-z0-9]+", low) if w not in STOP}
    pairs = {run[i : i + 2] for run in re.findall(CJK + "+", low) for i in range(len(run) - 1)}
    return words | {p for p in pairs if not re.fullmatch(r"[\u3040-\u309f]{2}", p)}


def main():
    passages = json.loads((HERE / "passages.json").read_text(encoding="utf-8"))
    questions = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))
    bad = []
    by_id = {p["id"]: p for p in passages}
    for name, rows in (("passage", passages), ("question", questions)):
        for key, n in Counter(r["id"] for r in rows).items():
            if n > 1:
                bad.append(f"{name} id {key} occurs {n} times")
    for key, n in Counter(p["text"] for p in passages).items():
        if n > 1:
            bad.append(f"text occurs {n} times: {key[:20]}")
    for key, n in Counter(q["question"] for q in questions).items():
        if n > 1:
            bad.append(f"question occurs {n} times: {key}")
    for p in passages:
        if p["lang"] not in ("zh", "ja", "en", "mixed"):
            bad.append(f"{p['id']}: lang")
        if not 60 <= len(p["text"]) <= 400:
            bad.append(f"{p['id']}: {len(p['text'])} characters")
        for target in p.get("distractor_of", []):
            if target not in by_id or target == p["id"]:
                bad.append(f"{p['id']}: distractor of {target}")
            elif len(units(full(p)) & units(full(by_id[target]))) < 6:
                bad.append(f"{p['id']}: shares too little with {target}")
    for q in questions:
        missing = [a for a in q["answers"] if a not in by_id]
        if missing or not q["answers"]:
            bad.append(f"{q['id']}: answers {missing}")
            continue
        if q["kind"] == "two_chars":
            want = [p["id"] for p in passages if q["question"] in p["title"] or q["question"] in p["text"]]
            if not re.fullmatch(CJK + "{2}", q["question"]) or sorted(want) != sorted(q["answers"]):
                bad.append(f"{q['id']}: {q['question']} {want}")
            continue
        for a in q["answers"]:
            text = full(by_id[a])
            common = units(q["question"]) & units(text)
            if q["kind"] == "shared":
                size = SequenceMatcher(None, q["question"].lower(), text.lower(), False).find_longest_match().size
                if len(common) < 2:
                    bad.append(f"{q['id']}: shares only {common} with {a}")
                if size > len(q["question"]) * 0.6:
                    bad.append(f"{q['id']}: {size} characters copied from {a}")
            elif q["kind"] == "meaning":
                if len(common - NAMES) > 1:
                    bad.append(f"{q['id']}: shares {common} with {a}")
            else:
                bad.append(f"{q['id']}: kind")
    langs = Counter(p["lang"] for p in passages)
    kinds = Counter(q["kind"] for q in questions)
    shared = Counter(q["lang"] for q in questions if q["kind"] == "shared")
    distractors = sum(1 for p in passages if p.get("distractor_of"))
    least = [
        (len(passages), 220), (distractors, 45), (langs["zh"], 80), (langs["ja"], 70), (langs["en"], 50),
        (langs["mixed"], 20), (len(questions), 80), (kinds["shared"], 60), (kinds["meaning"], 12),
        (kinds["two_chars"], 30), (shared["zh"], 18), (shared["ja"], 18), (shared["en"], 18), (shared["mixed"], 8),
    ]  # fmt: skip
    bad += [f"count {have} is under {need}" for have, need in least if have < need]
    print(f"passages {len(passages)} {dict(langs)}, distractors {distractors}")
    print(f"questions {len(questions)} {dict(kinds)}, shared {dict(shared)}")
    print("\n".join(bad) or "ok")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
