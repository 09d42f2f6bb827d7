"""Characters with everything that belongs to them, for the pictures: written by the real services."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from characoid_desktop.app.container import Container
from characoid_desktop.app.shots.faces import face
from characoid_desktop.features.conversations.models import Conversation
from characoid_desktop.features.memory.models import MemoryScope, ProposalMaker, TurnSource
from characoid_desktop.features.personas.lore import LoreEntry
from characoid_desktop.features.personas.models import Persona, Profile

MIKA = Profile(
    description="海辺の小さな放送局で働く新人アナウンサー。歌うのが好きで、深夜の配信になると少しだけ声が低くなる。"
                "知らないことは知らないと言い、聞いてくれる人の名前をよく覚える。機械には弱いが、直すのは好き。",
    personality="のんびり、負けず嫌い、照れると早口になる。からかわれても根に持たない。",
    scenario="配信の準備をしている夜の部屋。相手は一緒に番組を作る仲間。",
    first_message="こんばんは、ミカです。今日はどの話からにしようか？",
    example_dialogue="{{user}}: 初見さんにどう挨拶する？\n{{char}}: 名前を呼んでから、「ゆっくりしていってね」かな。"
                     "早口になったら、それは照れてるだけだから。", language="ja")
TSUKIMI = Profile(
    description="夜晚电台的朗读主持。说话慢，句子短，喜欢在故事里留一点空白。记得每位听众点过的诗。",
    personality="安静、认真，偶尔冷幽默。不喜欢被催。", scenario="凌晨一点的录音间，窗外在下雨。",
    first_message="晚上好，这里是月见。今晚想听哪一段？", language="zh_CN")
ORIN = Profile(
    description="A co-host for long game streams: keeps score, reads the chat, and reminds you to drink water.",
    personality="Quick, fair, a little competitive. Admits every lost bet.",
    first_message="Ready when you are. Same rules as last week?", language="en")
LORE = (
    LoreEntry(content="港のはずれにある、木造二階建ての放送局。二階の第一スタジオは雨の日に屋根が鳴る。" * 3,
              keys=("放送局", "スタジオ"), name="海辺の放送局"),
    LoreEntry(content="ツキミは同期で、深夜の朗読番組を担当している。ミカより先に自分の枠を持った。" * 2,
              keys=("ツキミ", "月見さん"), name="同期のツキミ"),
    LoreEntry(content="毎月最後の土曜日は耐久歌枠。五十分ごとに休憩を入れる。", keys=("歌枠", "耐久", "土曜日"),
              constant=True, name="耐久歌枠の決まり"),
    LoreEntry(content="She never names the town. The sea is north of it.", keys=("hometown", "故郷"), enabled=False,
              name="Hometown"),
)
MEMORIES = (
    "你更喜欢歌回前把混响调低一点，说主歌要听得清咬字。",
    "次の歌枠は十二月六日の二十時から。最初の曲は「港のうた」に決めた。",
    "The microphone at the desk hums when the lamp is on. Turn the lamp off before recording.",
    "弹幕里的“小岛”是第一位舰长，生日在三月。",
    "コーヒーは飲まない。収録の前は白湯。",
)
SHARED = ("频道规矩：不谈其他主播的私事，不念陌生链接。", "The studio PC has 12 GB of memory on its card.")
PROPOSALS = ("你下周三晚上要和月见一起录对谈。", "副歌的最高音练到 F5 以后再升 key，先用原调。")
TALK = "周六歌回的准备"


def write_files(folder: Path) -> list[Path]:
    """Write documents of several kinds: a guide, rules, a table, subtitles, and one that cannot be read. Blocks."""
    folder.mkdir(parents=True, exist_ok=True)
    guide = "# 配信手引き\n\n## 歌枠の前\n\n" + "\n\n".join((
        "歌枠の前には水を用意し、五十分ごとに休憩を入れる。喉が乾いたと思う前に飲むこと。",
        "リバーブは控えめに。Aメロの言葉が聞き取れるように、ドライの音を先に決める。",
        "音域は上が F5 まで。二番のサビの長い音は、続けて歌うと少し苦しい。キーを上げる前に、まず原曲の高さで。",
        "終わったら必ず名前を呼んでお礼を言う。初見さんには「ゆっくりしていってね」。"))
    guide += "\n\n## 機材\n\n" + "\n\n".join((
        "机のランプを点けるとマイクにノイズが乗る。録音の前に消す。",
        "予備のケーブルは棚の二段目、青い箱の中。")) * 4
    (folder / "配信手引き.md").write_text(guide, encoding="utf-8")
    (folder / "频道规矩.txt").write_bytes(
        ("不谈其他主播的私事。\n不念陌生链接。\n有人刷屏时先提醒一次，再请房管处理。\n\n" * 6).encode("gb18030"))
    rows = "\n".join(f"2026-{month:02},{month * 137},{month * 9},港のうた" for month in range(1, 13))
    (folder / "viewers 2026.csv").write_text(f"month,viewers,new members,song\n{rows}\n", encoding="utf-8")
    (folder / "interview.srt").write_text(
        "1\n00:00:01,000 --> 00:00:04,000\nWhat was the first song you sang on a stream?\n\n"
        "2\n00:00:05,000 --> 00:00:09,000\nThe harbour song. I was so quiet that nobody could hear the chorus.\n",
        encoding="utf-8")
    (folder / "契約書 (scan).pdf").write_bytes(b"%PDF-1.4\n" + b"\0" * 400)
    return sorted(folder.iterdir())


CARD = {"system_prompt": "一度に話すのは三文まで。ト書きは書かない。",
        "post_history_instructions": "最後に、次に話したいことを一つたずねる。",
        "alternate_greetings": ("おかえりなさい。昨日の続きから話しましょうか？",
                                "雨ですね。スタジオの屋根がいい音を立てています。"),
        "creator": "港のスタジオ"}


async def write_people(services: Container, folder: Path) -> tuple[Persona, Persona, Persona]:
    """Make three characters; the first one is talked to."""
    personas, files = services.personas, services.persona_files
    await personas.update(personas.current.id, name="ミカ", profile=MIKA.to_json(),
                          settings={"color": "#A13B5E", "model": "qwen3-8b"}, facts=CARD)
    tsukimi = await personas.create("月见", TSUKIMI, {"color": "#4A5FB0"})
    orin = await personas.create("Orin", ORIN, {"color": "#C98A2B"})
    colors = (("#f4c7d3", "#b84a6e", "#7a3b57"), ("#c9d4f2", "#4a5fb0", "#2f3f86"), ("#f3ddb3", "#8f5a1e", "#5a3a12"))
    folder.mkdir(parents=True, exist_ok=True)
    for persona, shades in zip((personas.current, tsukimi, orin), colors, strict=True):
        path = folder / f"{persona.id}.png"
        face(*shades).save(str(path))
        await files.set_avatar(persona.id, path)
    for old in await services.lore.list(personas.current.id):
        await services.lore.remove(personas.current.id, old.id)
    for entry in LORE:
        await services.lore.add(personas.current.id, entry)
    return personas.current, tsukimi, orin


async def write_memories(services: Container) -> Conversation:
    """Memories of a few days with their conversation, shared ones, and proposals that wait."""
    persona = services.personas.current.id
    talk = await services.conversations.create(persona, TALK)
    source = {"conversation_id": talk.id, "message_id": "", "run_id": ""}
    for number, text in enumerate(MEMORIES):
        kept = await services.memory.save(MemoryScope.PERSONA, persona, text, source=source if number % 3 else {})
        if number == 1:
            await services.memory.pin(kept.id, MemoryScope.PERSONA, persona)
        day = services.clock.now() - timedelta(days=9 - 2 * number)
        async with services.database.transaction() as tx:
            await tx.execute("UPDATE memories SET created_at = ?, updated_at = ? WHERE id = ?",
                             (day.isoformat(), day.isoformat(), kept.id))
    for text in SHARED:
        await services.memory.save(MemoryScope.WORKSPACE, None, text)
    await services.proposals.propose(
        TurnSource(persona, talk.id, "question", "answer", "run"), ProposalMaker.MODEL, PROPOSALS)
    return talk


async def write_documents(services: Container, folder: Path) -> None:
    """Take in documents of the shown character; one is shared. Returns when each was read or failed."""
    paths = await asyncio.to_thread(write_files, folder)
    persona = services.personas.current.id
    await services.knowledge.add_paths(persona, paths)
