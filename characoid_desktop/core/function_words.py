"""Words that hold a question together and say nothing of its subject, in Chinese, Japanese and English."""

from __future__ import annotations

import re
from collections.abc import Sequence

_CHINESE = (
    "的 了 吗 嗎 呢 吧 啊 呀 哦 嘛 是 在 和 与 與 跟 也 都 就 很 我 你 您 他 她 它 我们 我們 你们 你們 他们 "
    "他們 这 這 那 哪 谁 誰 几 幾 这个 這個 那个 那個 哪个 哪個 哪些 这些 這些 那些 哪里 哪裡 哪裏 哪儿 哪兒 "
    "什么 什麼 甚麼 怎么 怎麼 怎样 怎樣 怎么样 怎麼樣 如何 为什么 為什麼 为何 為何 多少 多久 多大 多长 多長 "
    "请问 請問 请 請 问 問 告诉 告訴 告诉我 告訴我 一下 可以 可不可以 能不能 会不会 會不會 有没有 有沒有 "
    "是不是 是否 能否 有 没 沒 没有 沒有 会 會 能 要 想 个 個 得 着 把 被 给 給 对 對 从 從 到 关于 關於 "
    "什么时候 什麼時候 时候 時候 还是 還是 还 還 应该 應該 需要 知道 说 說 里 裡 用 去 做"
)
# Where hiragana stand before them, they may be part of a word; the second ones also at the beginning.
_PARTICLES = "は が を に で と も の"
_MORE_PARTICLES = "へ や か ね よ な だ この その あの どの"
_JAPANESE = (
    "から まで より だけ など って とは には では での への との にも でも です ます ですか ますか "
    "でしょうか でした ました ません ない である する します した して している しています しますか したい "
    "いる います ある あります ありますか いますか されて された される 何 なに なん 何か 何を 何が 何の "
    "どこ どこで どこに どこの いつ いつから だれ 誰 誰が どう どうやって どうすれば どれ どのくらい "
    "どれくらい どんな どうして なぜ いくら いくつ どちら ください 下さい 教えて 教えてください 知りたい "
    "について という といえば こと もの とき それ これ あれ ここ そこ 何時 何人 何年 何月 何日 何曜日 何個 "
    "何回"
)
_KOREAN = "무엇 뭐 어디 언제 누구 왜 어떻게 얼마 인가요 입니까 합니다 습니까 은 는 이 가 을 를 의 에 에서 로 으로 와 과"
_ENGLISH = (
    "a an the this that these those and or but if so of to in on at by for from with about into over under as is are "
    "was were be been being am do does did done has have had having can could may might must shall should will would "
    "i me my mine we us our you your he him his she her it its they them their who whom whose what which when where "
    "why how many much any some there here then than not no yes please tell me say says said s t d ll m re ve don "
    "doesn didn isn aren wasn weren won let give get got also just very"
)
# Of the Chinese ones those by which a sentence is known as Chinese although a name in it is written in kana.
_CHINESE_SIGNS = (
    "的 是 了 吗 嗎 呢 吧 啊 嘛 这 這 那 哪 几 这个 這個 那个 那個 哪个 哪個 哪些 这些 這些 那些 哪里 哪裡 哪裏 "
    "哪儿 哪兒 谁 什么 什麼 "
    "甚麼 怎么 怎麼 怎样 怎樣 怎么样 怎麼樣 如何 为什么 為什麼 多少 多久 多大 多长 多長 请 請 请问 請問 告诉我 "
    "告訴我 一下 有没有 有沒有 "
    "没有 沒有 什么时候 什麼時候"
)
CHINESE_SIGNS = frozenset(_CHINESE_SIGNS.split())
FUNCTION_WORDS = frozenset(_ENGLISH.split())


def _any_of(words: Sequence[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


FUNCTION_RUNS = re.compile(
    f"{_any_of([*_CHINESE.split(), *_JAPANESE.split(), *_KOREAN.split()])}"
    rf"|(?<![\u3040-\u309f])(?:{_any_of(_PARTICLES.split())})"
    rf"|(?<=[^\u3040-\u309f])(?:{_any_of(_MORE_PARTICLES.split())})")
"""Finds them in a run of characters, the longest first."""
