"""What people say, and what must come of it. Each row: words, worker/task type (or talk id), options, references.

Every turn of the table has the attachment ``a1`` "song.wav"; "interview take 2.mp3" (``k1``) is known from before.
"""

from __future__ import annotations

from typing import Any

Row = tuple[str, str, dict[str, Any], dict[str, Any]]


def convert(text: str, preset: str | None = None, pitch: int | None = None, file: str | None = "a1") -> Row:
    options: dict[str, Any] = {"action": "convert", **({} if pitch is None else {"pitch": pitch})}
    voice = {} if preset is None else {"model_id": f"builtin:{preset}"}
    refs = {**({} if file is None else {"attachment_id": file}), **voice}
    return text, "rvc_worker/convert_audio_with_rvc", options, refs


def rvc(text: str, task: str, action: str, **refs: str) -> Row:
    return text, f"rvc_worker/{task}", {"action": action}, refs


def status(text: str) -> Row:
    return rvc(text, "prepare_rvc_source", "session_status")


def separate(text: str) -> Row:
    return rvc(text, "prepare_rvc_source", "prepare_and_separate", attachment_id="a1")


def save(text: str, what: str, scope: str = "persona") -> Row:
    return text, "memory_worker/save_memory", {"operation": "save", "scope": scope, "text": what}, {}


def forget(text: str, what: str, scope: str = "persona") -> Row:
    return text, "memory_worker/save_memory", {"operation": "delete", "scope": scope, "text": what}, {}


def recall(text: str, query: str | None = None, scope: str = "persona") -> Row:
    more = {} if query is None else {"query": query}
    return text, "memory_worker/recall_memory", {"operation": "recall", "scope": scope, **more}, {}


def rename(text: str, name: str) -> Row:
    return text, "profile_worker/update_profile", {"operation": "rename", "name": name}, {}


def update(text: str, field: str, value: str) -> Row:
    return text, "profile_worker/update_profile", {"operation": "update", "fields": {field: value}}, {}


def export(text: str, format: str = "markdown") -> Row:
    return text, "profile_worker/update_profile", {"operation": "export", "format": format}, {}


def know(text: str, query: str) -> Row:
    return text, "knowledge_worker/search_knowledge", {"query": query}, {}


def web(text: str, query: str) -> Row:
    return text, "knowledge_worker/search_web", {"query": query}, {}


def ingest(text: str) -> Row:
    return text, "document_worker/ingest_document", {"operation": "attachment"}, {"attachment_id": "a1"}


def page(text: str, url: str) -> Row:
    return text, "document_worker/ingest_document", {"operation": "url", "url": url}, {}


def documents(text: str) -> Row:
    return text, "document_worker/manage_document", {"operation": "list"}, {}


def no_document(text: str, name: str) -> Row:
    return text, "document_worker/manage_document", {"operation": "delete", "document_id": name}, {}


def voice(text: str, task: str, *, file: bool = False, **options: str) -> Row:
    return text, f"voice_worker/{task}", dict(options), {"attachment_id": "a1"} if file else {}


def say(text: str, what: str) -> Row:
    return text, "voice_worker/voice_synthesize", {"action": "synthesize", "text": what}, {}


def live2d(text: str, operation: str) -> Row:
    return text, "live2d_worker/manage_live2d", {"operation": operation}, {}


def setting(text: str, key: str, value: Any) -> Row:
    return text, "config_worker/update_config", {"operation": "change", "key": key, "value": value}, {}


def settings(text: str, **options: str) -> Row:
    return text, "config_worker/update_config", {"operation": "list", **options}, {}


def install(text: str, what: str, operation: str = "install") -> Row:
    return text, "config_worker/resource_install", {"operation": operation, "resource_id": what}, {}


def resources(text: str) -> Row:
    return text, "config_worker/resource_status", {}, {}


def talk(text: str, id: str) -> Row:
    return text, f"talk/{id}", {}, {}


ENGLISH: list[Row] = [
    convert("convert song.wav with the deep preset", "deep"),
    convert("Can you convert song.wav using the deep preset, please?", "deep"),
    convert("please turn this song into a robot voice", "robot"),
    convert("Make song.wav sound like a giant", "giant"),
    convert("make it deeper", "deep"),
    convert("convert with the deep preset", "deep"),
    convert("give this recording a whispering voice", "whisper"),
    convert("apply the radio effect to song.wav", "radio"),
    convert("use the childlike preset on this file", "childlike"),
    convert("song.wav, bright preset please", "bright"),
    convert("convert song.wav", None),
    convert("convert this", None),
    convert("convert interview take 2.mp3 to the older voice", "older", file="k1"),
    convert("convert “interview take 2.mp3” with deep", "deep", file="k1"),
    convert("convert another.flac with the deep preset", "deep", file=None),
    convert("convert song.wav with the deep preset and key up 3", "deep", 3),
    convert("raise the key of song.wav by 3 semitones", None, 3),
    convert("pitch song.wav down 2", None, -2),
    convert("transpose song.wav up an octave", None, 12),
    convert("lower the pitch by five", None, -5),
    convert("pitch this track up by 4 semitones", None, 4),
    convert("run rvc on song.wav with the tiny preset", "tiny"),
    convert("voice-convert song.wav to robot", "robot"),
    convert("I want you to change song.wav to a lower voice", "lower"),
    convert("could you put the telephone effect on this clip", "radio"),
    status("how is the conversion going?"),
    status("conversion status"),
    status("is my conversion done yet"),
    status("show me the rvc status"),
    status("which presets do you have?"),
    status("list all the voice presets"),
    status("what voice effects are there"),
    rvc("cancel the conversion", "cancel_rvc_task", "cancel"),
    rvc("stop converting", "cancel_rvc_task", "cancel"),
    rvc("please abort the current rvc task", "cancel_rvc_task", "cancel"),
    separate("separate the vocals from song.wav"),
    separate("split song.wav into vocals and music"),
    ("mix the vocals with the instrumental", "rvc_worker/mix_rvc_instrumental", {}, {}),
    save("remember that my stream starts at nine", "my stream starts at nine"),
    save("Remember: my stream starts at 9:00 pm!", "my stream starts at 9:00 pm"),
    save("hey, please remember that I love strawberry milk", "I love strawberry milk"),
    save("remember my birthday is on May 3rd", "my birthday is on May 3rd"),
    save("note that the collab with Rin is on Friday", "the collab with Rin is on Friday"),
    save("make a note: buy a new pop filter", "buy a new pop filter"),
    save("don't forget that my fans are called Moonies", "my fans are called Moonies"),
    save("keep in mind that I don't like spoilers", "I don't like spoilers"),
    save("Luna, remember that my cat is called Mochi", "my cat is called Mochi"),
    save("remember for everyone that we never say the old name", "we never say the old name", "workspace"),
    save("everyone should know that the stream is on Tuesdays", "the stream is on Tuesdays", "workspace"),
    save("save to the shared memory: our tag is #moonlight", "our tag is #moonlight", "workspace"),
    forget("forget that my stream starts at nine", "my stream starts at nine"),
    forget("please forget about my ex", "my ex"),
    forget("delete the memory about my birthday", "my birthday"),
    recall("what do you remember about me?"),
    recall("what do you remember about my stream?", "my stream"),
    recall("do you remember my birthday?", "my birthday"),
    recall("what do you remember?"),
    recall("show me your memories"),
    recall("what have I told you so far"), recall("what did I say"),
    recall("what did I say yesterday?", "yesterday"), recall("what did we talk about last week", "last week"),
    recall("yesterday, what did I tell you?", "yesterday"),
    recall("What did I tell you yesterday about tea?", "yesterday about tea"),
    recall("what did you say on Monday", "on Monday"), recall("did I mention anything this morning", "this morning"),
    recall("what does everyone remember about the collab", "the collab", "workspace"),
    rename("rename yourself to Luna", "Luna"),
    rename("change your name to Aki Hoshizora", "Aki Hoshizora"),
    rename("from now on your name is “Momo”", "Momo"),
    rename("I'll call you Kiki from now on", "Kiki"),
    update("change your personality to cheerful and a bit sarcastic", "personality", "cheerful and a bit sarcastic"),
    update("set your description to a moon rabbit who streams at night", "description",
           "a moon rabbit who streams at night"),
    export("export this conversation"),
    export("export this chat as json", "json"),
    export("save our conversation as a markdown file"),
    know("search my notes for the name of the queen", "the name of the queen"),
    know("what do my documents say about the moon kingdom?", "the moon kingdom"),
    know("look up moon kingdom in my notes", "moon kingdom"),
    web("search the web for the best pop filter", "the best pop filter"),
    web("google how tall is mount fuji", "how tall is mount fuji"),
    ingest("import this document"),
    ingest("add this file to my knowledge"),
    ingest("learn this pdf please"),
    page("import https://example.com/lore?page=2 into my notes", "https://example.com/lore?page=2"),
    documents("list my documents"),
    documents("which documents do you have?"),
    no_document("delete the document lore.pdf", "lore.pdf"),
    voice("is your voice ready?", "voice_status", operation="system"),
    voice("voice status", "voice_status", operation="system"),
    voice("list my voices", "voice_asset", operation="list"),
    voice("which voices are there?", "voice_asset", operation="list"),
    say("say out loud: good evening everyone", "good evening everyone"),
    say("read aloud the moon is beautiful tonight", "the moon is beautiful tonight"),
    voice("transcribe this recording", "voice_transcribe", file=True, action="transcribe"),
    voice("transcribe song.wav", "voice_transcribe", file=True, action="transcribe"),
    voice("train my voice", "voice_training", action="train"),
    voice("how is the voice training going", "voice_status", operation="training"),
    voice("clone my voice from this recording", "voice_clone", file=True, action="analyze"),
    voice("start the gpt-sovits service", "voice_status", operation="engine_control", control="start"),
    live2d("list my live2d models", "list"),
    live2d("open the live2d folder", "open_directory"),
    live2d("is vtube studio connected?", "vts"),
    settings("show me the settings"),
    setting("set the volume to 50", "audio.volume", 50),
    setting("change text size to 120", "appearance.text_size", 120),
    setting("switch to dark mode", "appearance.theme", "dark"),
    setting("use the light theme", "appearance.theme", "light"),
    setting("change the language to Japanese", "appearance.language", "ja"),
    setting("change the setting format to flac", "conversion.format", "flac"),
    setting("turn on keep loudness", "conversion.keep_loudness", True),
    ("what is the setting volume set to", "config_worker/update_config",
     {"operation": "detail", "key": "audio.volume"}, {}),
    resources("which resources are installed"),
    install("install the engine gpt-sovits", "gpt-sovits"),
    talk("hi!", "greeting"), talk("Hello Luna", "greeting"), talk("good morning", "morning"),
    talk("good night!", "night"), talk("bye bye", "bye"), talk("thank you so much", "thanks"),
    talk("ok thanks", "thanks"),
    talk("how are you today?", "how"), talk("who are you?", "who"), talk("Are you a robot?", "who"),
    talk("what can you do", "abilities"), talk("what can you do for me?", "abilities"), talk("help", "abilities"),
    talk("how do I connect a language model?", "connect"), talk("you are so cute", "praise"), talk("sorry", "sorry"),
    talk("I'm back", "home"), talk("I'm so tired", "tired"),
]

CHINESE: list[Row] = [
    convert("用低沉预设转换", "deep"),
    convert("用机器人的声音变声一下", "robot"),
    convert("变成低沉的声音", "deep"),
    convert("用低沉预设转换song.wav", "deep"),
    convert("把 song.wav 用低沉预设转换一下", "deep"),
    convert("请把song.wav变成机器人的声音", "robot"),
    convert("請把 song.wav 變成低沉的聲音", "deep"),
    convert("帮我把这首歌变成童声", "childlike"),
    convert("让这段录音听起来像巨人", "giant"),
    convert("给song.wav加个电话效果", "radio"),
    convert("song.wav转成耳语", "whisper"),
    convert("转换song.wav", None),
    convert("把这个转换一下", None),
    convert("能不能帮我把song.wav变声？", None),
    convert("把interview take 2.mp3用年长预设变声", "older", file="k1"),
    convert("把「interview take 2.mp3」变成低沉的声音", "deep", file="k1"),
    convert("把另一首.flac变成明亮的声音", "bright", file=None),
    convert("用deep预设处理song.wav", "deep"),
    convert("把song.wav升3个key", None, 3),
    convert("把song.wav降两个半音", None, -2),
    convert("song.wav升高一个八度", None, 12),
    convert("把song.wav用低沉预设转换，升三个半音", "deep", 3),
    convert("音调降低五个半音", None, -5),
    convert("用rvc把song.wav转成少女音", "bright"),
    convert("對這首歌做一下變聲", None),
    convert("把這個音檔song.wav用機器人預設轉換", "robot"),
    status("变声进度怎么样了"),
    status("转换好了吗"),
    status("查看变声状态"),
    status("轉換完成了嗎？"),
    status("有哪些预设？"),
    status("列出所有变声预设"),
    status("你都有什么变声效果呀"),
    rvc("取消变声", "cancel_rvc_task", "cancel"),
    rvc("停止转换任务", "cancel_rvc_task", "cancel"),
    rvc("请把变声停掉", "cancel_rvc_task", "cancel"),
    separate("把song.wav的人声和伴奏分离"),
    separate("从这首歌里提取人声"),
    ("和伴奏混音", "rvc_worker/mix_rvc_instrumental", {}, {}),
    save("记住我的直播九点开始", "我的直播九点开始"),
    save("记住：我的直播 9:00 开始！", "我的直播 9:00 开始"),
    save("請記住我的直播九點開始", "我的直播九點開始"),
    save("帮我记一下，周五和小凛联动", "周五和小凛联动"),
    save("别忘了我的猫叫麻糬", "我的猫叫麻糬"),
    save("把我喜欢草莓牛奶这件事记住", "我喜欢草莓牛奶这件事"),
    save("我对花生过敏，你要记住", "我对花生过敏"),
    save("记笔记：买一个新的防喷罩", "买一个新的防喷罩"),
    save("小月，记住我的粉丝叫月团", "我的粉丝叫月团"),
    save("麻烦你记住我不喜欢剧透，谢谢", "我不喜欢剧透"),
    save("让大家都记住直播是每周二", "直播是每周二", "workspace"),
    save("把我们的标签是月光存到共享记忆里", "我们的标签是月光", "workspace"),
    forget("忘掉我的直播时间", "我的直播时间"),
    forget("把关于生日的事忘掉吧", "生日"),
    forget("删除关于我生日的记忆", "我生日"),
    recall("你还记得我什么？"),
    recall("你记得什么"),
    recall("你都記得些什麼"),
    recall("关于我的生日你记得什么？", "我的生日"),
    recall("你还记得我的猫叫什么名字吗", "我的猫叫什么名字"),
    recall("看看你的记忆"),
    recall("我跟你说过什么"), recall("昨天我说了什么", "昨天"), recall("我昨天跟你说了什么来着？", "昨天"),
    recall("上周我们都聊了些什么", "上周"), recall("昨天你说过什么", "昨天"), recall("前天聊了什么呀", "前天"),
    recall("昨天我們聊了什麼", "昨天"), recall("上周二晚上我说了什么", "上周二晚上"),
    recall("共享记忆里有什么", None, "workspace"),
    rename("把你的名字改成小月", "小月"),
    rename("以后你就叫露娜吧", "露娜"),
    rename("改名为“桃子”", "桃子"),
    rename("從現在起你叫露娜", "露娜"),
    update("把你的性格改成活泼又有点毒舌", "personality", "活泼又有点毒舌"),
    update("你的人设改为夜里直播的月兔", "description", "夜里直播的月兔"),
    export("导出这段对话"),
    export("把聊天记录导出成json", "json"),
    export("以markdown格式导出对话"),
    know("在我的笔记里搜索女王的名字", "女王的名字"),
    know("我的资料里关于月之国是怎么说的？", "月之国"),
    know("查一下知识库里有没有月之国", "月之国"),
    web("上网搜一下最好的防喷罩", "最好的防喷罩"),
    web("百度一下富士山有多高", "富士山有多高"),
    web("在網上查一下明天的天氣", "明天的天氣"),
    ingest("把这个文件导入知识库"),
    ingest("学习这份文档"),
    page("导入网页 https://example.com/lore?page=2", "https://example.com/lore?page=2"),
    documents("列出我的文档"),
    documents("知识库里有什么"),
    no_document("删除文档lore.pdf", "lore.pdf"),
    voice("语音状态怎么样", "voice_status", operation="system"),
    voice("你能说话吗", "voice_status", operation="system"),
    voice("有哪些音色", "voice_asset", operation="list"),
    say("念一下：大家晚上好", "大家晚上好"),
    say("用你的声音说今晚的月色真美", "今晚的月色真美"),
    voice("把这段录音转成文字", "voice_transcribe", file=True, action="transcribe"),
    voice("训练我的声音", "voice_training", action="train"),
    voice("声音训练得怎么样了", "voice_status", operation="training"),
    voice("克隆我的声音", "voice_clone", file=True, action="analyze"),
    voice("启动gpt-sovits服务", "voice_status", operation="engine_control", control="start"),
    live2d("有哪些live2d模型", "list"),
    live2d("打开live2d文件夹", "open_directory"),
    live2d("VTube Studio连上了吗", "vts"),
    settings("列出所有设置"),
    setting("把音量调到50", "audio.volume", 50),
    setting("文字大小改成120", "appearance.text_size", 120),
    setting("切换到深色模式", "appearance.theme", "dark"),
    setting("換成淺色主題", "appearance.theme", "light"),
    setting("把界面语言改成日语", "appearance.language", "ja"),
    setting("把设置格式改成flac", "conversion.format", "flac"),
    setting("打开保持响度", "conversion.keep_loudness", True),
    resources("查看资源状态"),
    install("安装引擎gpt-sovits", "gpt-sovits"),
    talk("你好", "greeting"), talk("小月你好呀", "greeting"), talk("在吗？", "greeting"), talk("早上好", "morning"),
    talk("晚安啦", "night"), talk("我去睡了", "night"), talk("拜拜", "bye"), talk("谢谢你", "thanks"),
    talk("好的谢谢", "thanks"),
    talk("你最近怎么样", "how"), talk("你是谁", "who"), talk("你叫什么名字？", "who"), talk("你是机器人吗", "who"),
    talk("你能做什么", "abilities"), talk("你會做什麼？", "abilities"), talk("帮助", "abilities"),
    talk("你可以帮我做些什么呢", "abilities"), talk("怎么连接语言模型", "connect"), talk("你真可爱", "praise"),
    talk("对不起", "sorry"), talk("我回来了", "home"), talk("今天好累啊", "tired"),
]

JAPANESE: list[Row] = [
    convert("song.wavを太く低いプリセットで変換して", "deep"),
    convert("song.wav を低い声に変えてください", "lower"),
    convert("この曲をロボットの声にして", "robot"),
    convert("song.wavを深い声のプリセットで変換してくれる？", "deep"),
    convert("これをもう少し低くして", "lower"),
    convert("この録音をささやき声に変換してほしい", "whisper"),
    convert("song.wavにラジオのエフェクトをかけて", "radio"),
    convert("このファイルに子どもプリセットを適用して", "childlike"),
    convert("song.wav、明るいプリセットでお願い", "bright"),
    convert("song.wavを変換して", None),
    convert("これ変換して", None),
    convert("ｓｏｎｇ．ｗａｖを巨人にしてください", "giant"),
    convert("interview take 2.mp3を年配の声に変換", "older", file="k1"),
    convert("「interview take 2.mp3」を太い声にして", "deep", file="k1"),
    convert("別の曲.flacをロボット声に変換して", "robot", file=None),
    convert("song.wavのキーを3つ上げて", None, 3),
    convert("song.wavを半音2つ下げて", None, -2),
    convert("song.wavを1オクターブ上げて", None, 12),
    convert("この曲のピッチを五つ下げてほしい", None, -5),
    convert("キーを+3にして", None, 3),
    convert("song.wavを太く低いプリセットで変換して、キーを3上げて", "deep", 3),
    convert("song.wavをrvcで女の子の声に変換して", "bright"),
    convert("ボイチェンで song.wav をロボットにして", "robot"),
    status("変換の進捗はどう？"),
    status("変換終わった？"),
    status("ボイチェンの状況を教えて"),
    status("変換どうなってる？"),
    status("プリセット一覧を見せて"),
    status("どんなプリセットがあるの？"),
    status("使えるエフェクトを教えてください"),
    rvc("変換をキャンセルして", "cancel_rvc_task", "cancel"),
    rvc("ボイチェンを止めてください", "cancel_rvc_task", "cancel"),
    rvc("変換やめて", "cancel_rvc_task", "cancel"),
    separate("song.wavからボーカルを抜いて"),
    separate("この曲をボーカルと伴奏に分けて"),
    ("ボーカルと伴奏をミックスして", "rvc_worker/mix_rvc_instrumental", {}, {}),
    save("配信は9時に始まるって覚えておいて", "配信は9時に始まる"),
    save("私の配信が九時に始まることを覚えておいて", "私の配信が九時に始まる"),
    save("私の配信は9:00開始だから覚えといてね！", "私の配信は9:00開始だ"),
    save("覚えておいて：私の猫の名前はもち", "私の猫の名前はもち"),
    save("メモして。金曜日はりんちゃんとコラボ", "金曜日はりんちゃんとコラボ"),
    save("ネタバレが苦手だってことを覚えておいてください", "ネタバレが苦手だ"),
    save("新しいポップガードを買うってメモしておいて", "新しいポップガードを買う"),
    save("私がピーナッツアレルギーだということを忘れないで", "私がピーナッツアレルギーだ"),
    save("ルナ、いちごミルクが好きって覚えてて", "いちごミルクが好き"),
    save("ﾌｧﾝの名前はﾑｰﾆｰって覚えておいて", "ﾌｧﾝの名前はﾑｰﾆｰ"),
    save("配信は毎週火曜ってみんなで覚えて", "配信は毎週火曜", "workspace"),
    save("共有メモリに、タグはムーンライトと保存して", "タグはムーンライト", "workspace"),
    forget("配信の時間のことは忘れて", "配信の時間"),
    forget("私の誕生日を忘れてください", "私の誕生日"),
    forget("元カレについての記憶を消して", "元カレ"),
    recall("私のこと何を覚えてる？"),
    recall("何を覚えているの"),
    recall("私の誕生日について何か覚えてる？", "私の誕生日"),
    recall("私の猫の名前、覚えてる？", "私の猫の名前"),
    recall("昨日私は何と言った？", "昨日"), recall("昨日何を話したっけ", "昨日"),
    recall("私は先週何て言いましたか？", "先週"), recall("昨日、俺なんて言ったっけ", "昨日"),
    recall("おととい僕が言ったことを教えて", "おととい"), recall("昨日の話、何だっけ", "昨日"),
    recall("先週の火曜日に何を話した？", "先週の火曜日"),
    recall("覚えていることを教えて"),
    recall("記憶を全部見せてください"),
    recall("みんなは何を覚えてる？", None, "workspace"),
    rename("名前をルナに変えて", "ルナ"),
    rename("これからはももと名乗って", "もも"),
    rename("君の名前は「ルナ」だよ", "ルナ"),
    rename("ルナに改名してください", "ルナ"),
    update("性格を明るくてちょっと毒舌に変えて", "personality", "明るくてちょっと毒舌"),
    update("君のプロフィールを夜に配信する月うさぎにして", "description", "夜に配信する月うさぎ"),
    export("この会話をエクスポートして"),
    export("チャットをjsonで書き出して", "json"),
    export("会話をマークダウンで保存してください"),
    know("資料から女王の名前を探して", "女王の名前"),
    know("私のノートには月の国について何て書いてある？", "月の国"),
    know("ドキュメントで月の国を検索して", "月の国"),
    web("ネットで一番いいポップガードを調べて", "一番いいポップガード"),
    web("富士山の高さをググって", "富士山の高さ"),
    ingest("このファイルを知識に追加して"),
    ingest("このドキュメントを取り込んでください"),
    page("https://example.com/lore?page=2 を取り込んで", "https://example.com/lore?page=2"),
    documents("ドキュメントの一覧を見せて"),
    documents("どんな資料があるの"),
    no_document("ドキュメントlore.pdfを削除して", "lore.pdf"),
    voice("音声の状態はどう？", "voice_status", operation="system"),
    voice("声は出る？", "voice_status", operation="system"),
    voice("声の一覧を見せて", "voice_asset", operation="list"),
    voice("どんな声が使えるの？", "voice_asset", operation="list"),
    say("「みんなこんばんは」って読み上げて", "みんなこんばんは"),
    say("今夜は月が綺麗ですねと声に出して言って", "今夜は月が綺麗ですね"),
    voice("この録音を文字起こしして", "voice_transcribe", file=True, action="transcribe"),
    voice("私の声を学習して", "voice_training", action="train"),
    voice("学習の進捗はどう", "voice_status", operation="training"),
    voice("私の声をクローンして", "voice_clone", file=True, action="analyze"),
    voice("gpt-sovitsのサーバーを起動して", "voice_status", operation="engine_control", control="start"),
    live2d("Live2Dモデルの一覧を見せて", "list"),
    live2d("Live2Dのフォルダを開いて", "open_directory"),
    live2d("VTube Studioはつながってる？", "vts"),
    settings("設定の一覧を見せて"),
    setting("音量を50にして", "audio.volume", 50),
    setting("文字の大きさを120に変えて", "appearance.text_size", 120),
    setting("ダークモードにして", "appearance.theme", "dark"),
    setting("テーマを明るくして", "appearance.theme", "light"),
    setting("表示言語を英語にして", "appearance.language", "en"),
    setting("設定の形式をflacに変えて", "conversion.format", "flac"),
    setting("音量を保つをオンにして", "conversion.keep_loudness", True),
    resources("リソースの状態を見せて"),
    install("エンジンgpt-sovitsをインストールして", "gpt-sovits"),
    talk("こんにちは", "greeting"), talk("ルナ、こんばんは！", "greeting"), talk("おはよう", "morning"),
    talk("おやすみ～", "night"), talk("じゃあまたね", "bye"), talk("ありがとうございます", "thanks"),
    talk("調子はどう？", "how"), talk("君は誰？", "who"), talk("お名前は？", "who"), talk("あなたはAIですか", "who"),
    talk("何ができるの？", "abilities"), talk("使い方を教えて", "abilities"), talk("ヘルプ", "abilities"),
    talk("あなたは何ができますか", "abilities"), talk("言語モデルはどうやって接続するの？", "connect"),
    talk("すごいね", "praise"), talk("ごめんね", "sorry"), talk("ただいま", "home"), talk("疲れたー", "tired"),
    talk("お疲れ様です", "tired"),
]

NOTHING: list[tuple[str, str]] = [
    ("en", "what did you eat yesterday"), ("en", "what did I say to make you so angry"),
    ("en", "what did the news say yesterday"),
    ("en", "what did we talk about last time?"), ("zh_CN", "昨天你吃了什么"), ("zh_CN", "昨天发生了什么"),
    ("zh_CN", "你说了什么"), ("zh_CN", "昨天老师说了什么"), ("ja", "昨日何を食べた？"),
    ("ja", "昨日先生は何と言った？"), ("ja", "今何て言った？"),
    ("en", "don't convert song.wav"), ("en", "never turn song.wav into a robot voice"),
    ("en", "how do I convert a wav file to mp3 in ffmpeg"), ("en", "should I make song.wav deeper?"),
    ("en", "remember when we first streamed together?"), ("en", "remember me?"), ("en", "remember this"),
    ("en", "do you remember how we met"), ("en", "forget it"), ("en", "never mind, forget about it"),
    ("en", "I forgot my keys at home today"), ("en", "change my mind about dinner"),
    ("en", "I changed my name last year"),
    ("en", "the deep sea is scary"), ("en", "the volume of the story was high"),
    ("en", "what is the capital of France?"),
    ("en", "tell me a story about a dragon"), ("en", "I say what I want"), ("en", "read a book with me"),
    ("en", "your name is what?"), ("en", "write a poem about the moon"), ("en", "the conversion rate is bad"),
    ("en", "my stream starts at nine"), ("en", "I want a new voice actor"), ("en", "say something"),
    ("en", "song.wav"),
    ("en", "12345"), ("en", "install a lamp in the kitchen would be nice"), ("en", "I turned off the lights"),
    ("zh_CN", "不要把song.wav变成低沉"), ("zh_CN", "别转换song.wav"), ("zh_CN", "我不想把这首歌变声"),
    ("zh_CN", "为什么要把song.wav变成机器人"), ("zh_CN", "我都记住了"), ("zh_CN", "我记不住"), ("zh_CN", "忘了吃饭"),
    ("zh_CN", "我忘记带钥匙了"), ("zh_CN", "记得吃饭"), ("zh_CN", "法国的首都是哪里"), ("zh_CN", "讲个龙的故事"),
    ("zh_CN", "深海好可怕"), ("zh_CN", "你叫什么都行"), ("zh_CN", "今天的晚饭真好吃"), ("zh_CN", "网上有人说我坏话"),
    ("zh_CN", "我在读书"), ("zh_CN", "把灯关掉"), ("zh_CN", "我想你"), ("zh_CN", "我的直播九点开始"),
    ("zh_CN", "写一首关于月亮的诗"),
    ("zh_CN", "这首歌真好听"), ("zh_CN", "打开窗户"), ("zh_CN", "我换了新的声卡"), ("zh_CN", "他的性格变了"),
    ("ja", "song.wavを変換しないで"), ("ja", "なぜsong.wavをロボットの声にするの"),
    ("ja", "昨日の晩ごはん何だったか覚えてない"),
    ("ja", "これ覚えて"), ("ja", "覚えてる？"), ("ja", "財布を忘れた"), ("ja", "フランスの首都はどこ"),
    ("ja", "竜の物語を聞かせて"),
    ("ja", "深い海は怖い"), ("ja", "私の配信は9時に始まる"), ("ja", "月についての詩を書いて"), ("ja", "本を読んで"),
    ("ja", "電気を消して"), ("ja", "名前を変えたい友達がいる"), ("ja", "この曲いいね"), ("ja", "彼の性格が変わった"),
    ("ja", "新しいマイクを買った"), ("ja", "今日は寒いね"), ("ja", "ネットで話題になってる"), ("ja", "窓を開けて"),
    ("ja", "テストの点が悪かった"), ("ja", "会話が弾んだ"),
]
