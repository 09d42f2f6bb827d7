<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ja" sourcelanguage="en">
 <context>
  <name>characoid</name>
  <message>
   <source>%</source>
   <translation>%</translation>
  </message>
  <message>
   <source>(The answer begins again.)</source>
   <translation>（返事を初めからやり直します。）</translation>
  </message>
  <message>
   <source>(hidden)</source>
   <translation>（非表示）</translation>
  </message>
  <message>
   <source>- {at} You: {words}</source>
   <translation>- {at} あなた：{words}</translation>
  </message>
  <message>
   <source>- “{title}” ({type})</source>
   <translation>- 「{title}」（{type}）</translation>
  </message>
  <message>
   <source>- “{title}” ({type}, {pages} pages)</source>
   <translation>- 「{title}」（{type}、{pages} ページ）</translation>
  </message>
  <message>
   <source>- “{title}” is still being read</source>
   <translation>- 「{title}」はまだ読み込み中です</translation>
  </message>
  <message>
   <source>- “{title}”: {why}</source>
   <translation>- 「{title}」：{why}</translation>
  </message>
  <message>
   <source>0 keeps it where it was sung.</source>
   <translation>0 なら歌ったときの位置のままです。</translation>
  </message>
  <message>
   <source>0%: as loud as the original.</source>
   <translation>0%：元と同じ音量です。</translation>
  </message>
  <message>
   <source>A big chest and a low pitch.</source>
   <translation>胸に響く、低い声。</translation>
  </message>
  <message>
   <source>A change could not be saved</source>
   <translation>保存できなかった変更があります</translation>
  </message>
  <message>
   <source>A change to “{name}” was not saved.</source>
   <translation>「{name}」への変更が 1 つ保存されていません。</translation>
  </message>
  <message>
   <source>A character can have {n} lore entries.</source>
   <translation>知識メモはキャラクターごとに {n} 項目までです。</translation>
  </message>
  <message>
   <source>A character has at most {n} first messages to choose from.</source>
   <translation>選べる最初のひとことは、キャラクターごとに {n} 個までです。</translation>
  </message>
  <message>
   <source>A character is answering</source>
   <translation>キャラクターが返事をしています</translation>
  </message>
  <message>
   <source>A character is written as .png, .json or .zip. Give the file a name that ends so: “{name}” does not.</source>
   <translation>キャラクターは .png、.json、.zip のいずれかで書き出せます。「{name}」はそのどれでもないので、末尾がそうなる名前にしてください。</translation>
  </message>
  <message>
   <source>A character needs a name.</source>
   <translation>キャラクターには名前が必要です。</translation>
  </message>
  <message>
   <source>A character that was deleted</source>
   <translation>削除したキャラクター</translation>
  </message>
  <message>
   <source>A confirmation waits for you</source>
   <translation>確認を待っています</translation>
  </message>
  <message>
   <source>A confirmation waits for you.</source>
   <translation>確認を待っています。</translation>
  </message>
  <message>
   <source>A desktop notification, only while the window is not in front.</source>
   <translation>ウィンドウが前面にないときだけ、デスクトップに通知します。</translation>
  </message>
  <message>
   <source>A document needs a title.</source>
   <translation>文書にはタイトルが必要です。</translation>
  </message>
  <message>
   <source>A file can be given with --attach.</source>
   <translation>ファイルは --attach で渡せます。</translation>
  </message>
  <message>
   <source>A file is still being added.</source>
   <translation>ファイルを追加しているところです。</translation>
  </message>
  <message>
   <source>A file name cannot be empty, and cannot contain {signs} or unknown parts in braces.</source>
   <translation>ファイル名は空にできません。{signs} や、知らない名前の波かっこも使えません。</translation>
  </message>
  <message>
   <source>A file name cannot contain {signs}</source>
   <translation>ファイル名に {signs} は使えません</translation>
  </message>
  <message>
   <source>A file of this message is not there any more. Add it again.</source>
   <translation>このメッセージのファイルがなくなっています。もう一度追加してください。</translation>
  </message>
  <message>
   <source>A file of this name is there already, and it was not touched.</source>
   <translation>同じ名前のファイルがあります。そのファイルはそのままです。</translation>
  </message>
  <message>
   <source>A file or folder name is empty. Name what is to be converted, and a folder for it.</source>
   <translation>ファイルまたはフォルダーの名前が空です。変換するものと、結果を入れるフォルダーを指定してください。</translation>
  </message>
  <message>
   <source>A first message needs a text.</source>
   <translation>最初のひとことには文が必要です。</translation>
  </message>
  <message>
   <source>A key of the lore is longer than {n} characters.</source>
   <translation>知識メモのきっかけの言葉が {n} 文字を超えています。</translation>
  </message>
  <message>
   <source>A little lower, duller and breathier.</source>
   <translation>少し低く、こもり気味で、息が混じる声。</translation>
  </message>
  <message>
   <source>A memory has at most {n} characters.</source>
   <translation>記憶は 1 件 {n} 文字までです。</translation>
  </message>
  <message>
   <source>A message without words</source>
   <translation>文のないメッセージ</translation>
  </message>
  <message>
   <source>A model in the library is damaged. Add it again.</source>
   <translation>ライブラリのモデルが壊れています。もう一度追加してください。</translation>
  </message>
  <message>
   <source>A model that has to be loaded first may take a while.</source>
   <translation>読み込みが必要なモデルは、少し時間がかかります。</translation>
  </message>
  <message>
   <source>A model that is gone</source>
   <translation>なくなったモデル</translation>
  </message>
  <message>
   <source>A model that is needed is not in the library.</source>
   <translation>必要なモデルがライブラリにありません。</translation>
  </message>
  <message>
   <source>A name is needed.</source>
   <translation>名前を入れてください。</translation>
  </message>
  <message>
   <source>A new conversation begins with it</source>
   <translation>新しい会話はこの言葉で始まります</translation>
  </message>
  <message>
   <source>A part of the data file was removed while the app was not running. The newest changes may be missing.</source>
   <translation>アプリが動いていない間に、データファイルの一部が取り除かれました。最近の変更がないかもしれません。</translation>
  </message>
  <message>
   <source>A part of the engine is not installed. Installing the app again helps.</source>
   <translation>エンジンの一部が入っていません。アプリを入れ直すと直ります。</translation>
  </message>
  <message>
   <source>A part of the engine is not installed: {part}. Installing the app again helps.</source>
   <translation>エンジンの一部が入っていません：{part}。アプリを入れ直すと直ります。</translation>
  </message>
  <message>
   <source>A part of the profile is longer than {n} characters.</source>
   <translation>プロフィールの項目が {n} 文字を超えています。</translation>
  </message>
  <message>
   <source>A profile has no part “{name}”.</source>
   <translation>プロフィールに「{name}」という項目はありません。</translation>
  </message>
  <message>
   <source>A question in this conversation still waits for your answer. Answer or cancel it first.</source>
   <translation>この会話に確認待ちがあります。先に答えるか、取り消してください。</translation>
  </message>
  <message>
   <source>A quotation mark in the file is never closed. Correct the file, then add it again.</source>
   <translation>ファイルの引用符が閉じられていません。ファイルを直して、もう一度追加してください。</translation>
  </message>
  <message>
   <source>A quotation mark that is opened near line {line} is never closed. Correct the file, then add it again.</source>
   <translation>{line} 行目あたりの引用符が閉じられていません。ファイルを直して、もう一度追加してください。</translation>
  </message>
  <message>
   <source>A search server asks others, so this may take a while.</source>
   <translation>検索サーバーはほかのサーバーに問い合わせるため、少し時間がかかることがあります。</translation>
  </message>
  <message>
   <source>A server on this computer usually needs none.</source>
   <translation>このパソコンのサーバーなら、たいてい不要です。</translation>
  </message>
  <message>
   <source>A skill is named with small letters, digits and hyphens, not “{name}”.</source>
   <translation>スキルの名前に使えるのは英小文字、数字、ハイフンです。「{name}」は使えません。</translation>
  </message>
  <message>
   <source>A small loudspeaker or an old telephone.</source>
   <translation>小さなスピーカーや古い電話のような声。</translation>
  </message>
  <message>
   <source>A small, high voice.</source>
   <translation>小さくて高い声。</translation>
  </message>
  <message>
   <source>A test asks the server for its models and the model for one word.</source>
   <translation>サーバーにモデルの一覧を、モデルに 1 語の返事を求めます。</translation>
  </message>
  <message>
   <source>A test sends one everyday word to the server. Whether the web may be searched at all is set on the page “Assistant”.</source>
   <translation>テストでは、ごく普通の 1 語をサーバーに送ります。ウェブを検索してよいかどうかは、「会話と確認」のページで決めます。</translation>
  </message>
  <message>
   <source>A text in the picture is larger than any character.</source>
   <translation>画像の中の文が、キャラクターにしては大きすぎます。</translation>
  </message>
  <message>
   <source>A text of the lore is longer than {n} characters.</source>
   <translation>知識メモの本文が {n} 文字を超えています。</translation>
  </message>
  <message>
   <source>A try-out takes no files.</source>
   <translation>試しに話すときは、ファイルを追加できません。</translation>
  </message>
  <message>
   <source>A voice alone</source>
   <translation>声だけ</translation>
  </message>
  <message>
   <source>A voice is a .pth file, often with an .index beside it. Drop whatever you have; what it is, the app finds out.</source>
   <translation>声は .pth ファイルで、多くは .index が一緒にあります。あるものをそのままドロップすれば、何かはアプリが見分けます。</translation>
  </message>
  <message>
   <source>A voice is made from the recordings of this session. The recordings stay.</source>
   <translation>このセッションの録音から声を作ります。録音は残ります。</translation>
  </message>
  <message>
   <source>A voice that is gone</source>
   <translation>なくなった声</translation>
  </message>
  <message>
   <source>A web address begins with https:// or http://.</source>
   <translation>ウェブのアドレスは https:// か http:// で始まります。</translation>
  </message>
  <message>
   <source>A window can open.</source>
   <translation>ウィンドウを開けます。</translation>
  </message>
  <message>
   <source>API key</source>
   <translation>API キー</translation>
  </message>
  <message>
   <source>About</source>
   <translation>このアプリについて</translation>
  </message>
  <message>
   <source>Activity</source>
   <translation>活動履歴</translation>
  </message>
  <message>
   <source>Add</source>
   <translation>追加</translation>
  </message>
  <message>
   <source>Add a character</source>
   <translation>キャラクターを追加</translation>
  </message>
  <message>
   <source>Add a first message…</source>
   <translation>最初のひとことを追加…</translation>
  </message>
  <message>
   <source>Add a folder</source>
   <translation>フォルダーを追加</translation>
  </message>
  <message>
   <source>Add a folder of voices and models</source>
   <translation>声とモデルのフォルダーを追加</translation>
  </message>
  <message>
   <source>Add a memory</source>
   <translation>記憶を追加</translation>
  </message>
  <message>
   <source>Add a memory for all characters</source>
   <translation>全キャラクターの記憶を追加</translation>
  </message>
  <message>
   <source>Add a memory of this character</source>
   <translation>このキャラクターの記憶を追加</translation>
  </message>
  <message>
   <source>Add a memory…</source>
   <translation>記憶を追加…</translation>
  </message>
  <message>
   <source>Add a web page</source>
   <translation>ウェブページを追加</translation>
  </message>
  <message>
   <source>Add a web page…</source>
   <translation>ウェブページを追加…</translation>
  </message>
  <message>
   <source>Add an entry…</source>
   <translation>項目を追加…</translation>
  </message>
  <message>
   <source>Add audio or video files</source>
   <translation>音声や動画のファイルを追加</translation>
  </message>
  <message>
   <source>Add characters</source>
   <translation>キャラクターを追加</translation>
  </message>
  <message>
   <source>Add documents</source>
   <translation>文書を追加</translation>
  </message>
  <message>
   <source>Add files to the message</source>
   <translation>メッセージにファイルを追加</translation>
  </message>
  <message>
   <source>Add files…</source>
   <translation>ファイルを追加…</translation>
  </message>
  <message>
   <source>Add folder…</source>
   <translation>フォルダーを追加…</translation>
  </message>
  <message>
   <source>Add these {n} files to the knowledge base?</source>
   <translation>ファイル {n} 件を知識に追加しますか？</translation>
  </message>
  <message>
   <source>Add this file to the knowledge base?</source>
   <translation>このファイルを知識に追加しますか？</translation>
  </message>
  <message>
   <source>Add voices and models</source>
   <translation>声とモデルを追加</translation>
  </message>
  <message>
   <source>Added</source>
   <translation>追加日時</translation>
  </message>
  <message>
   <source>Adding the file</source>
   <translation>ファイルを追加</translation>
  </message>
  <message>
   <source>Adding to the knowledge base</source>
   <translation>知識に追加</translation>
  </message>
  <message>
   <source>Adding voices and models</source>
   <translation>声とモデルを追加中</translation>
  </message>
  <message>
   <source>Address</source>
   <translation>アドレス</translation>
  </message>
  <message>
   <source>Address of the model</source>
   <translation>モデルのアドレス</translation>
  </message>
  <message>
   <source>Add…</source>
   <translation>追加…</translation>
  </message>
  <message>
   <source>After</source>
   <translation>後</translation>
  </message>
  <message>
   <source>After a conversation the character proposes what to remember. Nothing is kept before you agree. You can also write something down yourself.</source>
   <translation>会話のあとで、キャラクターが覚えることを提案します。あなたが承諾するまで何も保存されません。自分で書き加えることもできます。</translation>
  </message>
  <message>
   <source>After a reply, under it. Nothing is remembered before you say yes.</source>
   <translation>返事のあと、その下に出ます。あなたが承諾するまで何も覚えません。</translation>
  </message>
  <message>
   <source>After that they lapse and nothing is done.</source>
   <translation>過ぎると無効になり、何も行いません。</translation>
  </message>
  <message>
   <source>All</source>
   <translation>すべて</translation>
  </message>
  <message>
   <source>All documents</source>
   <translation>すべての文書</translation>
  </message>
  <message>
   <source>All files (*)</source>
   <translation>すべてのファイル (*)</translation>
  </message>
  <message>
   <source>All passages</source>
   <translation>すべての箇所</translation>
  </message>
  <message>
   <source>All saved · {time}</source>
   <translation>すべて保存済み · {time}</translation>
  </message>
  <message>
   <source>All voices and models</source>
   <translation>声とモデルの一覧</translation>
  </message>
  <message>
   <source>All waiting files</source>
   <translation>変換待ちすべて</translation>
  </message>
  <message>
   <source>All {n} are in the library already.</source>
   <translation>{n} 件すべて、もうライブラリにあります。</translation>
  </message>
  <message>
   <source>Also for</source>
   <translation>共有先</translation>
  </message>
  <message>
   <source>Always told, whatever is said</source>
   <translation>話題に関係なく、いつも伝える</translation>
  </message>
  <message>
   <source>Amber</source>
   <translation>こはく色</translation>
  </message>
  <message>
   <source>An address is empty, or begins with https:// or http:// and holds no name or password.</source>
   <translation>アドレスは空にするか、https:// か http:// で始めます。ユーザー名とパスワードは入れません。</translation>
  </message>
  <message>
   <source>An entry needs a text.</source>
   <translation>本文が必要です。</translation>
  </message>
  <message>
   <source>An entry of the lore has more than {n} keys.</source>
   <translation>知識メモの項目に、きっかけの言葉が {n} 個を超えて入っています。</translation>
  </message>
  <message>
   <source>An estimate: models count differently. Lore, memories and the conversation are added as they fit.</source>
   <translation>目安です。数え方はモデルで変わります。知識メモ、記憶、会話は入るだけ加わります。</translation>
  </message>
  <message>
   <source>And one of these as well</source>
   <translation>さらにこの中のどれか</translation>
  </message>
  <message>
   <source>Another colour…</source>
   <translation>ほかの色…</translation>
  </message>
  <message>
   <source>Another first message</source>
   <translation>ほかの最初のひとこと</translation>
  </message>
  <message>
   <source>Another program kept the data file locked for {seconds} seconds. Close backup or sync programs that use this folder, then try again.</source>
   <translation>ほかのアプリがデータファイルを {seconds} 秒間ロックしています。このフォルダーを使うバックアップや同期のアプリを閉じて、もう一度試してください。</translation>
  </message>
  <message>
   <source>Another seed</source>
   <translation>別のシード</translation>
  </message>
  <message>
   <source>Answer again</source>
   <translation>もう一度答える</translation>
  </message>
  <message>
   <source>Answering</source>
   <translation>返事中</translation>
  </message>
  <message>
   <source>Any OpenAI-compatible server, also one on this computer. Empty: the offline brain answers.</source>
   <translation>OpenAI 互換のサーバー。空ならオフライン応答。</translation>
  </message>
  <message>
   <source>Approve once</source>
   <translation>今回だけ許可</translation>
  </message>
  <message>
   <source>Approved by you</source>
   <translation>あなたが許可</translation>
  </message>
  <message>
   <source>Arguments</source>
   <translation>引数</translation>
  </message>
  <message>
   <source>As it is</source>
   <translation>そのまま</translation>
  </message>
  <message>
   <source>Ask a question or type words</source>
   <translation>質問か言葉を入力</translation>
  </message>
  <message>
   <source>Ask as you would ask the character. You see the passages it would find, and where they stand.</source>
   <translation>キャラクターに聞くように入力してください。見つかる箇所と、その場所が出ます。</translation>
  </message>
  <message>
   <source>Ask before a conversion</source>
   <translation>変換の前に確認する</translation>
  </message>
  <message>
   <source>Ask before each search</source>
   <translation>検索の前に毎回確認する</translation>
  </message>
  <message>
   <source>Ask me</source>
   <translation>毎回確認</translation>
  </message>
  <message>
   <source>Asked because this turn has read text from outside:</source>
   <translation>この実行が外部の文を読んだため、確認します：</translation>
  </message>
  <message>
   <source>Asked for</source>
   <translation>依頼</translation>
  </message>
  <message>
   <source>Asked for missing input</source>
   <translation>足りない入力を依頼</translation>
  </message>
  <message>
   <source>Asked you</source>
   <translation>確認を表示</translation>
  </message>
  <message>
   <source>Asked you {n} questions</source>
   <translation>確認 {n} 件を表示</translation>
  </message>
  <message>
   <source>Asking about a setting</source>
   <translation>設定の変更を確認</translation>
  </message>
  <message>
   <source>Asking about the training</source>
   <translation>学習を確認</translation>
  </message>
  <message>
   <source>Asking for a file</source>
   <translation>ファイルを依頼</translation>
  </message>
  <message>
   <source>Asking the tables</source>
   <translation>表を検索</translation>
  </message>
  <message>
   <source>Assistant</source>
   <translation>会話と確認</translation>
  </message>
  <message>
   <source>At most {limit} files go with one message.</source>
   <translation>1 通のメッセージに付けられるファイルは {limit} 件までです。</translation>
  </message>
  <message>
   <source>At most {n} files go with one message.</source>
   <translation>1 通のメッセージに付けられるファイルは {n} 件までです。</translation>
  </message>
  <message>
   <source>Audio and video ({patterns})</source>
   <translation>音声と動画 ({patterns})</translation>
  </message>
  <message>
   <source>Audio reader</source>
   <translation>音声読み込み</translation>
  </message>
  <message>
   <source>Audit</source>
   <translation>監査</translation>
  </message>
  <message>
   <source>Author</source>
   <translation>作者</translation>
  </message>
  <message>
   <source>Automatic</source>
   <translation>自動</translation>
  </message>
  <message>
   <source>Automatic fits nearly every model.</source>
   <translation>ほとんどのモデルは自動で使えます。</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>戻る</translation>
  </message>
  <message>
   <source>Back to the list</source>
   <translation>一覧に戻る</translation>
  </message>
  <message>
   <source>Back to the session</source>
   <translation>セッションに戻る</translation>
  </message>
  <message>
   <source>Backing vocals stay with the music ({name})</source>
   <translation>コーラスは伴奏に残す（{name}）</translation>
  </message>
  <message>
   <source>Before</source>
   <translation>前</translation>
  </message>
  <message>
   <source>Begin the try-out anew</source>
   <translation>試し話を最初から</translation>
  </message>
  <message>
   <source>Being read</source>
   <translation>読み込み中</translation>
  </message>
  <message>
   <source>Beside the data file lay changes that belong to another file; they were set aside. The newest changes may be missing.</source>
   <translation>データファイルの隣に別のファイルの変更があったため、分けて保管しました。最近の変更がないかもしれません。</translation>
  </message>
  <message>
   <source>Beside the original</source>
   <translation>元と同じ場所</translation>
  </message>
  <message>
   <source>Breath instead of the voice; the words stay clear.</source>
   <translation>声の代わりに息で話します。言葉ははっきり聞こえます。</translation>
  </message>
  <message>
   <source>Bright</source>
   <translation>明るい</translation>
  </message>
  <message>
   <source>Bring it back</source>
   <translation>復元する</translation>
  </message>
  <message>
   <source>Built in.</source>
   <translation>内蔵です。</translation>
  </message>
  <message>
   <source>Built-in effects</source>
   <translation>内蔵のボイス効果</translation>
  </message>
  <message>
   <source>Built-in engine</source>
   <translation>内蔵エンジン</translation>
  </message>
  <message>
   <source>By the server</source>
   <translation>サーバー側</translation>
  </message>
  <message>
   <source>CHARACOID cannot start yet</source>
   <translation>CHARACOID はまだ起動できません</translation>
  </message>
  <message>
   <source>CHARACOID could not start because of a fault in the app. The log says more.</source>
   <translation>アプリの不具合で CHARACOID を起動できませんでした。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>CHARACOID is already running, but it does not answer.</source>
   <translation>CHARACOID はもう起動していますが、応答がありません。</translation>
  </message>
  <message>
   <source>CHARACOID is open already. Ask in its window, or close it first.</source>
   <translation>CHARACOID はもう開いています。そのウィンドウで聞くか、先に閉じてください。</translation>
  </message>
  <message>
   <source>CHARACOID is open. Drop the files on its library, or close it first.</source>
   <translation>CHARACOID が開いています。ファイルをそのライブラリにドロップするか、先に CHARACOID を閉じてください。</translation>
  </message>
  <message>
   <source>CHARACOID is open. Use its window, or close it first.</source>
   <translation>CHARACOID が開いています。ウィンドウで操作するか、先に閉じてください。</translation>
  </message>
  <message>
   <source>CHARACOID is starting</source>
   <translation>CHARACOID を起動しています</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>キャンセル</translation>
  </message>
  <message>
   <source>Cancelled</source>
   <translation>取り消し</translation>
  </message>
  <message>
   <source>Cancelling a voice session</source>
   <translation>声のセッションを取り消し</translation>
  </message>
  <message>
   <source>Cancelling the conversion</source>
   <translation>変換を中止</translation>
  </message>
  <message>
   <source>Cannot be read</source>
   <translation>読めません</translation>
  </message>
  <message>
   <source>Capabilities</source>
   <translation>機能と権限</translation>
  </message>
  <message>
   <source>Card (JSON)…</source>
   <translation>カード（JSON）…</translation>
  </message>
  <message>
   <source>Card with picture (PNG)…</source>
   <translation>画像つきカード（PNG）…</translation>
  </message>
  <message>
   <source>Change a setting?</source>
   <translation>設定を変えますか？</translation>
  </message>
  <message>
   <source>Change it, then remember</source>
   <translation>直してから覚える</translation>
  </message>
  <message>
   <source>Change this character's profile?</source>
   <translation>このキャラクターのプロフィールを変えますか？</translation>
  </message>
  <message>
   <source>Change this memory</source>
   <translation>この記憶を変更</translation>
  </message>
  <message>
   <source>Change this memory?</source>
   <translation>この記憶を書き換えますか？</translation>
  </message>
  <message>
   <source>Changes</source>
   <translation>変わること</translation>
  </message>
  <message>
   <source>Changes are for</source>
   <translation>変更の対象</translation>
  </message>
  <message>
   <source>Changes are saved at once</source>
   <translation>変更はすぐに保存されます</translation>
  </message>
  <message>
   <source>Change…</source>
   <translation>変更…</translation>
  </message>
  <message>
   <source>Changing a memory</source>
   <translation>記憶を変更</translation>
  </message>
  <message>
   <source>Changing a setting</source>
   <translation>設定を変更</translation>
  </message>
  <message>
   <source>Changing a voice</source>
   <translation>声を変更</translation>
  </message>
  <message>
   <source>Changing the profile</source>
   <translation>プロフィールを変更</translation>
  </message>
  <message>
   <source>Character</source>
   <translation>フォルマント</translation>
  </message>
  <message>
   <source>Character preview</source>
   <translation>キャラクターのプレビュー</translation>
  </message>
  <message>
   <source>Character preview: {tokens}…</source>
   <translation>キャラクターのプレビュー：{tokens}…</translation>
  </message>
  <message>
   <source>Character preview…</source>
   <translation>キャラクターのプレビュー…</translation>
  </message>
  <message>
   <source>Character: {name}</source>
   <translation>キャラクター：{name}</translation>
  </message>
  <message>
   <source>Characters</source>
   <translation>キャラクター</translation>
  </message>
  <message>
   <source>Characters ({patterns})</source>
   <translation>キャラクター ({patterns})</translation>
  </message>
  <message>
   <source>Chat</source>
   <translation>チャット</translation>
  </message>
  <message>
   <source>Checked before work starts.</source>
   <translation>処理を始める前に確かめます。</translation>
  </message>
  <message>
   <source>Checking the task</source>
   <translation>依頼を確認</translation>
  </message>
  <message>
   <source>Checking the voice</source>
   <translation>声を確認</translation>
  </message>
  <message>
   <source>Childlike</source>
   <translation>子ども</translation>
  </message>
  <message>
   <source>Chinese and Japanese can be shown.</source>
   <translation>中国語と日本語を表示できます。</translation>
  </message>
  <message>
   <source>Choose a file</source>
   <translation>ファイルを選ぶ</translation>
  </message>
  <message>
   <source>Choose a file…</source>
   <translation>ファイルを選ぶ…</translation>
  </message>
  <message>
   <source>Choose a folder</source>
   <translation>フォルダーを選ぶ</translation>
  </message>
  <message>
   <source>Choose a folder for the results.</source>
   <translation>結果の保存先フォルダーを選んでください。</translation>
  </message>
  <message>
   <source>Choose a folder…</source>
   <translation>フォルダーを選ぶ…</translation>
  </message>
  <message>
   <source>Choose a memory first</source>
   <translation>先に記憶を選んでください</translation>
  </message>
  <message>
   <source>Choose a model</source>
   <translation>モデルを選ぶ</translation>
  </message>
  <message>
   <source>Choose a picture</source>
   <translation>画像を選ぶ</translation>
  </message>
  <message>
   <source>Choose a program</source>
   <translation>プログラムを選ぶ</translation>
  </message>
  <message>
   <source>Choose an index</source>
   <translation>インデックスを選ぶ</translation>
  </message>
  <message>
   <source>Choose another folder…</source>
   <translation>別のフォルダーを選ぶ…</translation>
  </message>
  <message>
   <source>Choose another…</source>
   <translation>別のものを選ぶ…</translation>
  </message>
  <message>
   <source>Choose files…</source>
   <translation>ファイルを選ぶ…</translation>
  </message>
  <message>
   <source>Choose one…</source>
   <translation>選ぶ…</translation>
  </message>
  <message>
   <source>Choose or drop a PNG, JPEG or WebP picture</source>
   <translation>PNG、JPEG、WebP の画像を選ぶか、ドロップ</translation>
  </message>
  <message>
   <source>Choose the folder for results</source>
   <translation>結果の保存先フォルダーを選ぶ</translation>
  </message>
  <message>
   <source>Choose the folder in which CHARACOID keeps its data</source>
   <translation>CHARACOID のデータを置くフォルダーを選ぶ</translation>
  </message>
  <message>
   <source>Choose the new version</source>
   <translation>新しい版を選ぶ</translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>選ぶ…</translation>
  </message>
  <message>
   <source>Clear finished</source>
   <translation>完了したものを消す</translation>
  </message>
  <message>
   <source>Clear search</source>
   <translation>検索を消す</translation>
  </message>
  <message>
   <source>Close</source>
   <translation>閉じる</translation>
  </message>
  <message>
   <source>Close the detail</source>
   <translation>詳細を閉じる</translation>
  </message>
  <message>
   <source>Close the details</source>
   <translation>詳細を閉じる</translation>
  </message>
  <message>
   <source>Close this notice</source>
   <translation>この通知を閉じる</translation>
  </message>
  <message>
   <source>Code</source>
   <translation>コード</translation>
  </message>
  <message>
   <source>Come with the app</source>
   <translation>アプリに付属</translation>
  </message>
  <message>
   <source>Conditions for different columns that are joined with “or” are not understood: “{one}” or “{other}”. Ask for one after the other.</source>
   <translation>別々の列の条件を「または」でつなぐことはできません：「{one}」または「{other}」。一つずつ質問してください。</translation>
  </message>
  <message>
   <source>Configuration</source>
   <translation>設定</translation>
  </message>
  <message>
   <source>Confirmation</source>
   <translation>確認</translation>
  </message>
  <message>
   <source>Connect a model</source>
   <translation>モデルをつなぐ</translation>
  </message>
  <message>
   <source>Connect a model…</source>
   <translation>モデルをつなぐ…</translation>
  </message>
  <message>
   <source>ContentVec in the library is damaged or incomplete. Add it again.</source>
   <translation>ライブラリの ContentVec が壊れているか、足りないものがあります。もう一度追加してください。</translation>
  </message>
  <message>
   <source>ContentVec in the library is of another kind than voices need. Add the right one.</source>
   <translation>ライブラリの ContentVec は、声に使えない種類です。正しいものを追加してください。</translation>
  </message>
  <message>
   <source>ContentVec is missing; every voice needs it. Drop its folder (config.json and pytorch_model.bin or model.safetensors) on the library; Applio keeps it in rvc/models/embedders/contentvec.</source>
   <translation>どの声にも必要な ContentVec がありません。フォルダー（config.json と、pytorch_model.bin か model.safetensors）をライブラリにドロップしてください。Applio では rvc/models/embedders/contentvec にあります。</translation>
  </message>
  <message>
   <source>Context of the model</source>
   <translation>モデルのコンテキスト</translation>
  </message>
  <message>
   <source>Controlling GPT-SoVITS</source>
   <translation>GPT-SoVITS を操作</translation>
  </message>
  <message>
   <source>Conversation</source>
   <translation>会話</translation>
  </message>
  <message>
   <source>Conversation {id}</source>
   <translation>会話 {id}</translation>
  </message>
  <message>
   <source>Conversations</source>
   <translation>会話の一覧</translation>
  </message>
  <message>
   <source>Conversations, memories and files stay.</source>
   <translation>会話、記憶、ファイルはそのまま残ります。</translation>
  </message>
  <message>
   <source>Conversion runs with low priority and takes longer when the computer is busy.</source>
   <translation>変換を低い優先度で行います。パソコンが忙しいと時間がかかります。</translation>
  </message>
  <message>
   <source>Convert</source>
   <translation>変換</translation>
  </message>
  <message>
   <source>Convert again</source>
   <translation>もう一度変換</translation>
  </message>
  <message>
   <source>Convert next</source>
   <translation>次に変換</translation>
  </message>
  <message>
   <source>Convert only this file</source>
   <translation>このファイルだけ変換</translation>
  </message>
  <message>
   <source>Convert the file first.</source>
   <translation>先にファイルを変換してください。</translation>
  </message>
  <message>
   <source>Convert the file or preview a region first.</source>
   <translation>先にファイルを変換するか、範囲を試聴してください。</translation>
  </message>
  <message>
   <source>Convert the song first: voice and music are taken apart then.</source>
   <translation>先に曲を変換してください。そのときにボーカルと伴奏を分離します。</translation>
  </message>
  <message>
   <source>Convert this audio?</source>
   <translation>この音声を変換しますか？</translation>
  </message>
  <message>
   <source>Convert {n} files</source>
   <translation>{n} 件を変換</translation>
  </message>
  <message>
   <source>Convert “{name}”</source>
   <translation>「{name}」を変換</translation>
  </message>
  <message>
   <source>Converted</source>
   <translation>変換後</translation>
  </message>
  <message>
   <source>Converted to {preset}</source>
   <translation>「{preset}」に変換しました</translation>
  </message>
  <message>
   <source>Converting</source>
   <translation>変換中</translation>
  </message>
  <message>
   <source>Converting the region…</source>
   <translation>範囲を変換中…</translation>
  </message>
  <message>
   <source>Converting to {preset}</source>
   <translation>「{preset}」に変換しています</translation>
  </message>
  <message>
   <source>Converting works without it.</source>
   <translation>変換はこのまま使えます。</translation>
  </message>
  <message>
   <source>Copied</source>
   <translation>コピー済み</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>コピー</translation>
  </message>
  <message>
   <source>Copy dropped files</source>
   <translation>ドロップしたファイルをコピー</translation>
  </message>
  <message>
   <source>Copy selection</source>
   <translation>選んだ文をコピー</translation>
  </message>
  <message>
   <source>Copy the code</source>
   <translation>コードをコピー</translation>
  </message>
  <message>
   <source>Coral</source>
   <translation>コーラル</translation>
  </message>
  <message>
   <source>Course</source>
   <translation>経過</translation>
  </message>
  <message>
   <source>Create</source>
   <translation>作成</translation>
  </message>
  <message>
   <source>Creator</source>
   <translation>作者</translation>
  </message>
  <message>
   <source>Creator's notes</source>
   <translation>作者のメモ</translation>
  </message>
  <message>
   <source>Credit</source>
   <translation>クレジット</translation>
  </message>
  <message>
   <source>Custom</source>
   <translation>カスタム</translation>
  </message>
  <message>
   <source>Cut off</source>
   <translation>途中で中断</translation>
  </message>
  <message>
   <source>Cut off: {what}</source>
   <translation>途中で中断：{what}</translation>
  </message>
  <message>
   <source>Damaged ({detail}). Start the app: it keeps a copy and restores what can be read.</source>
   <translation>壊れています（{detail}）。アプリを起動すると、コピーを残して、読める分を復元します。</translation>
  </message>
  <message>
   <source>Damaged pieces of the file became silence.</source>
   <translation>ファイルの壊れた部分を無音にしました。</translation>
  </message>
  <message>
   <source>Damping</source>
   <translation>ダンピング</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>ダーク</translation>
  </message>
  <message>
   <source>Dark stays quieter beside a bright game.</source>
   <translation>ダークは明るいゲームの横でも目立ちません。</translation>
  </message>
  <message>
   <source>Data</source>
   <translation>データ</translation>
  </message>
  <message>
   <source>Data folder</source>
   <translation>データフォルダー</translation>
  </message>
  <message>
   <source>Database</source>
   <translation>データベース</translation>
  </message>
  <message>
   <source>Decide later</source>
   <translation>あとで決める</translation>
  </message>
  <message>
   <source>Decrease</source>
   <translation>減らす</translation>
  </message>
  <message>
   <source>Deep</source>
   <translation>太く低い</translation>
  </message>
  <message>
   <source>Delete</source>
   <translation>削除</translation>
  </message>
  <message>
   <source>Delete the entry “{title}”?</source>
   <translation>項目「{title}」を削除しますか？</translation>
  </message>
  <message>
   <source>Delete the first message “{text}”?</source>
   <translation>最初のひとこと「{text}」を削除しますか？</translation>
  </message>
  <message>
   <source>Delete this voice?</source>
   <translation>この声を削除しますか？</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore, and the documents that only it has? This cannot be taken back.</source>
   <translation>「{name}」を、会話、記憶、知識メモ、このキャラクターだけの文書ごと削除しますか？元に戻せません。</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore, and with {n} document that no other character has: {documents}? This cannot be taken back.</source>
   <translation>「{name}」を、会話、記憶、知識メモ、ほかのキャラクターにない文書 {n} 件（{documents}）ごと削除しますか？元に戻せません。</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore, and with {n} documents that no other character has: {documents}? This cannot be taken back.</source>
   <translation>「{name}」を、会話、記憶、知識メモ、ほかのキャラクターにない文書 {n} 件（{documents}）ごと削除しますか？元に戻せません。</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore? This cannot be taken back.</source>
   <translation>「{name}」を、会話、記憶、知識メモごと削除しますか？元に戻せません。</translation>
  </message>
  <message>
   <source>Delete “{title}” with all its messages?</source>
   <translation>「{title}」をメッセージごと削除しますか？</translation>
  </message>
  <message>
   <source>Delete…</source>
   <translation>削除…</translation>
  </message>
  <message>
   <source>Deleting a voice</source>
   <translation>声を削除</translation>
  </message>
  <message>
   <source>Denied by you</source>
   <translation>あなたが拒否</translation>
  </message>
  <message>
   <source>Denied: {what}</source>
   <translation>拒否：{what}</translation>
  </message>
  <message>
   <source>Deny</source>
   <translation>断る</translation>
  </message>
  <message>
   <source>Deny with reason…</source>
   <translation>理由を書いて断る…</translation>
  </message>
  <message>
   <source>Deny with this reason</source>
   <translation>この理由で断る</translation>
  </message>
  <message>
   <source>Described in text</source>
   <translation>文で説明</translation>
  </message>
  <message>
   <source>Description</source>
   <translation>説明</translation>
  </message>
  <message>
   <source>Detail</source>
   <translation>詳細</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>詳細</translation>
  </message>
  <message>
   <source>Details ({n} item) · {tool}</source>
   <translation>詳細（{n} 項目）· {tool}</translation>
  </message>
  <message>
   <source>Details ({n} items) · {tool}</source>
   <translation>詳細（{n} 項目）· {tool}</translation>
  </message>
  <message>
   <source>Details: {words}</source>
   <translation>詳細：{words}</translation>
  </message>
  <message>
   <source>Did not answer within {limit} s.</source>
   <translation>{limit} 秒以内に応答しませんでした。</translation>
  </message>
  <message>
   <source>Different from the default: {n}</source>
   <translation>初期値と違う項目：{n} 件</translation>
  </message>
  <message>
   <source>Dismiss</source>
   <translation>見送る</translation>
  </message>
  <message>
   <source>Dismiss all</source>
   <translation>すべて見送る</translation>
  </message>
  <message>
   <source>Do the same every time (can be changed in Settings)</source>
   <translation>毎回同じようにする（設定で変えられます）</translation>
  </message>
  <message>
   <source>Document reader</source>
   <translation>文書読み込み</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>文書</translation>
  </message>
  <message>
   <source>Documents ({patterns})</source>
   <translation>文書 ({patterns})</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>完了</translation>
  </message>
  <message>
   <source>Done: {what}</source>
   <translation>完了：{what}</translation>
  </message>
  <message>
   <source>Double</source>
   <translation>ダブリング</translation>
  </message>
  <message>
   <source>Drag it into a folder or another app. Space copies it.</source>
   <translation>フォルダーやほかのアプリにドラッグできます。スペースキーでコピーします。</translation>
  </message>
  <message>
   <source>Drag out</source>
   <translation>ドラッグ</translation>
  </message>
  <message>
   <source>Drag the file out</source>
   <translation>ファイルをドラッグで渡す</translation>
  </message>
  <message>
   <source>Drawn a little lighter or darker in this theme, so that it can be read</source>
   <translation>読みやすいように、このテーマでは少し明るく、または暗く表示します</translation>
  </message>
  <message>
   <source>Drop a song or speech here to begin. The format is recognised automatically.</source>
   <translation>歌でも話し声でも、ここにドロップすれば始まります。形式は自動で見分けます。</translation>
  </message>
  <message>
   <source>Drop audio, video or a folder here</source>
   <translation>音声、動画、フォルダーをここにドロップ</translation>
  </message>
  <message>
   <source>Drop character cards here</source>
   <translation>キャラクターカードをここにドロップ</translation>
  </message>
  <message>
   <source>Drop documents here</source>
   <translation>文書をここにドロップ</translation>
  </message>
  <message>
   <source>Drop its weight file onto the library.</source>
   <translation>重みファイルをライブラリにドロップしてください。</translation>
  </message>
  <message>
   <source>Drop voices, indexes, models, zips or a whole folder here</source>
   <translation>声、インデックス、モデル、zip、フォルダーをここにドロップ</translation>
  </message>
  <message>
   <source>Drop voices, zips or the folder of RVC WebUI or Applio</source>
   <translation>声、zip、RVC WebUI や Applio のフォルダーをここにドロップ</translation>
  </message>
  <message>
   <source>Dry voices stay as they are; songs are taken apart by the centre (basic).</source>
   <translation>声だけの音声はそのまま使い、曲は中央の音を抽出します（簡易）。</translation>
  </message>
  <message>
   <source>Dry voices stay as they are; songs go through {name}.</source>
   <translation>声だけの音声はそのまま使い、曲は{name}で分離します。</translation>
  </message>
  <message>
   <source>Duplicate</source>
   <translation>複製</translation>
  </message>
  <message>
   <source>Duration</source>
   <translation>時間</translation>
  </message>
  <message>
   <source>Each can begin a conversation instead of the usual one</source>
   <translation>いつもの代わりに、会話の始まりに選べます</translation>
  </message>
  <message>
   <source>Each file can still have its own.</source>
   <translation>ファイルごとに変えることもできます。</translation>
  </message>
  <message>
   <source>Each is answered by itself. The others are not affected.</source>
   <translation>ひとつずつ回答します。ほかの確認には影響しません。</translation>
  </message>
  <message>
   <source>Each message to a character is one turn.</source>
   <translation>キャラクターへのメッセージ 1 通が 1 回の実行です。</translation>
  </message>
  <message>
   <source>Earlier</source>
   <translation>それ以前</translation>
  </message>
  <message>
   <source>Earlier version</source>
   <translation>前のバージョン</translation>
  </message>
  <message>
   <source>Edit</source>
   <translation>編集</translation>
  </message>
  <message>
   <source>Editing your message</source>
   <translation>メッセージを編集中</translation>
  </message>
  <message>
   <source>Edit…</source>
   <translation>編集…</translation>
  </message>
  <message>
   <source>Embeddings</source>
   <translation>埋め込み</translation>
  </message>
  <message>
   <source>Empty</source>
   <translation>空</translation>
  </message>
  <message>
   <source>Empty: texts are searched by their words only.</source>
   <translation>空：文を言葉だけで探します。</translation>
  </message>
  <message>
   <source>End it</source>
   <translation>強制終了</translation>
  </message>
  <message>
   <source>Engine {name}</source>
   <translation>エンジン {name}</translation>
  </message>
  <message>
   <source>Engines</source>
   <translation>エンジン</translation>
  </message>
  <message>
   <source>Error</source>
   <translation>エラー</translation>
  </message>
  <message>
   <source>Esc</source>
   <translation>Esc</translation>
  </message>
  <message>
   <source>Every character can read it from then on. It can be forgotten again.</source>
   <translation>これから、すべてのキャラクターが読めます。あとで消せます。</translation>
  </message>
  <message>
   <source>Every voice needs it</source>
   <translation>すべての声に必要</translation>
  </message>
  <message>
   <source>Everything older is intact.</source>
   <translation>それより前のものは無事です。</translation>
  </message>
  <message>
   <source>Everything on this page is at its default.</source>
   <translation>このページはすべて初期値です。</translation>
  </message>
  <message>
   <source>Everything, with memories (zip)…</source>
   <translation>記憶も含めて全部（zip）…</translation>
  </message>
  <message>
   <source>Example dialogue</source>
   <translation>会話例</translation>
  </message>
  <message>
   <source>Export the character</source>
   <translation>キャラクターの書き出し</translation>
  </message>
  <message>
   <source>Exporting the conversation</source>
   <translation>会話を書き出し</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>書き出し…</translation>
  </message>
  <message>
   <source>Failed</source>
   <translation>失敗</translation>
  </message>
  <message>
   <source>Failed: {what}</source>
   <translation>失敗：{what}</translation>
  </message>
  <message>
   <source>Fetch this page into the knowledge base?</source>
   <translation>このページを知識に追加しますか？</translation>
  </message>
  <message>
   <source>Fetching a page</source>
   <translation>ページを取得</translation>
  </message>
  <message>
   <source>File</source>
   <translation>ファイル</translation>
  </message>
  <message>
   <source>File name</source>
   <translation>ファイル名</translation>
  </message>
  <message>
   <source>File: {name}</source>
   <translation>ファイル：{name}</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>ファイル</translation>
  </message>
  <message>
   <source>Files are copied; yours stay where they are</source>
   <translation>ファイルはコピーし、元のファイルはそのままです</translation>
  </message>
  <message>
   <source>Files cannot be added now</source>
   <translation>今はファイルを追加できません</translation>
  </message>
  <message>
   <source>Files cannot be written as “{format}”. Choose another format.</source>
   <translation>「{format}」では書き出せません。別の形式を選んでください。</translation>
  </message>
  <message>
   <source>Files with this voice begin with</source>
   <translation>この声を使うファイルの初期値</translation>
  </message>
  <message>
   <source>Find models on this computer</source>
   <translation>このパソコンのモデルを探す</translation>
  </message>
  <message>
   <source>Finds related texts. Empty: the server above.</source>
   <translation>関連する文を探すのに使います。空：上のサーバー。</translation>
  </message>
  <message>
   <source>Finished files are unchanged.</source>
   <translation>完成したファイルはそのままです。</translation>
  </message>
  <message>
   <source>Finishing</source>
   <translation>仕上げ中</translation>
  </message>
  <message>
   <source>First answer the confirmation, or stop that message.</source>
   <translation>先に確認に答えるか、そのメッセージを止めてください。</translation>
  </message>
  <message>
   <source>First fill in what is asked above, or stop it.</source>
   <translation>先に上の入力欄を埋めるか、止めてください。</translation>
  </message>
  <message>
   <source>First message</source>
   <translation>最初のひとこと</translation>
  </message>
  <message>
   <source>First the address, then its key.</source>
   <translation>先にアドレス、次にキーを入れてください。</translation>
  </message>
  <message>
   <source>Folded</source>
   <translation>折りたたみ</translation>
  </message>
  <message>
   <source>Folded above the reply. Off: it is not shown, and never spoken.</source>
   <translation>返事の上に折りたたみます。オフ：表示せず、読み上げもしません。</translation>
  </message>
  <message>
   <source>Folder</source>
   <translation>フォルダー</translation>
  </message>
  <message>
   <source>Folders more than {n} levels deep were left out.</source>
   <translation>{n} 階層より深いフォルダーは追加していません。</translation>
  </message>
  <message>
   <source>Fonts</source>
   <translation>フォント</translation>
  </message>
  <message>
   <source>For a million tokens, in your currency. 0: unknown.</source>
   <translation>100 万 token あたりの金額です。通貨は自由です。0：不明。</translation>
  </message>
  <message>
   <source>For mono songs. Much music stays.</source>
   <translation>モノラルの曲向けです。伴奏が多く残ります。</translation>
  </message>
  <message>
   <source>For people: the model does not get them</source>
   <translation>人が読むためのもので、モデルには渡しません</translation>
  </message>
  <message>
   <source>Forget</source>
   <translation>忘れる</translation>
  </message>
  <message>
   <source>Forget this for all characters?</source>
   <translation>すべてのキャラクターから消しますか？</translation>
  </message>
  <message>
   <source>Forget this?</source>
   <translation>これを忘れさせますか？</translation>
  </message>
  <message>
   <source>Forgetting a memory</source>
   <translation>記憶を消す</translation>
  </message>
  <message>
   <source>Forgotten</source>
   <translation>消去</translation>
  </message>
  <message>
   <source>Forgotten: “{text}”</source>
   <translation>忘れました：「{text}」</translation>
  </message>
  <message>
   <source>Formant</source>
   <translation>フォルマント</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>形式</translation>
  </message>
  <message>
   <source>Found at {path}, not used: choose it in Settings › Engines.</source>
   <translation>{path} にありますが、使っていません。「設定 › エンジン」で選べます。</translation>
  </message>
  <message>
   <source>Found by words only: no model for meaning is set.</source>
   <translation>言葉だけで探しました。意味で探すためのモデルが未設定です。</translation>
  </message>
  <message>
   <source>Found by words only: the model for meaning did not answer.</source>
   <translation>言葉だけで探しました。意味で探すためのモデルが応答しません。</translation>
  </message>
  <message>
   <source>Found out by its outputs and its name.</source>
   <translation>出力と名前から判断しました。</translation>
  </message>
  <message>
   <source>Found {n} server.</source>
   <translation>サーバーが {n} 件見つかりました。</translation>
  </message>
  <message>
   <source>Found {n} servers.</source>
   <translation>サーバーが {n} 件見つかりました。</translation>
  </message>
  <message>
   <source>Fri</source>
   <translation>金曜</translation>
  </message>
  <message>
   <source>From</source>
   <translation>元の場所</translation>
  </message>
  <message>
   <source>From a card or bundle…</source>
   <translation>カードかまとめファイルから…</translation>
  </message>
  <message>
   <source>From the documents:</source>
   <translation>文書から：</translation>
  </message>
  <message>
   <source>From the library</source>
   <translation>ライブラリの声</translation>
  </message>
  <message>
   <source>From the table “{name}” ({conditions}):
{lines}</source>
   <translation>表「{name}」から（{conditions}）：
{lines}</translation>
  </message>
  <message>
   <source>From the table “{name}”:
{lines}</source>
   <translation>表「{name}」から：
{lines}</translation>
  </message>
  <message>
   <source>From the web:</source>
   <translation>ウェブから：</translation>
  </message>
  <message>
   <source>From {low} to {high}</source>
   <translation>{low} から {high} まで</translation>
  </message>
  <message>
   <source>Full</source>
   <translation>通常</translation>
  </message>
  <message>
   <source>GB</source>
   <translation>GB</translation>
  </message>
  <message>
   <source>GPT-SoVITS</source>
   <translation>GPT-SoVITS</translation>
  </message>
  <message>
   <source>Giant</source>
   <translation>巨人</translation>
  </message>
  <message>
   <source>Give the character documents: notes, scripts, rules of your channel. What they say can then be searched here, and the character looks it up by itself.</source>
   <translation>メモ、台本、配信のルールなどの文書を渡すと、ここで検索でき、キャラクターも自分で調べます。</translation>
  </message>
  <message>
   <source>Give up a silent reply after</source>
   <translation>返事が止まったとき待つ時間</translation>
  </message>
  <message>
   <source>Give way to games and streams</source>
   <translation>ゲームや配信を優先する</translation>
  </message>
  <message>
   <source>Giving the character its voice</source>
   <translation>キャラクターに声を割り当て</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>続ける</translation>
  </message>
  <message>
   <source>Go on without the graphics card</source>
   <translation>GPU なしで続ける</translation>
  </message>
  <message>
   <source>Go to the documents</source>
   <translation>文書へ</translation>
  </message>
  <message>
   <source>Goes on in a moment.</source>
   <translation>まもなく続けます。</translation>
  </message>
  <message>
   <source>Goes with this character</source>
   <translation>キャラクターごとに切り替わるもの</translation>
  </message>
  <message>
   <source>Going on…</source>
   <translation>続けています…</translation>
  </message>
  <message>
   <source>Hidden parts were left out.</source>
   <translation>非表示の部分を省きました。</translation>
  </message>
  <message>
   <source>Hidden sheets were left out.</source>
   <translation>非表示のシートを省きました。</translation>
  </message>
  <message>
   <source>Higher</source>
   <translation>高め</translation>
  </message>
  <message>
   <source>Higher, lighter and clear, like a cheerful heroine.</source>
   <translation>高く、軽く、澄んだ、元気なヒロインのような声。</translation>
  </message>
  <message>
   <source>History</source>
   <translation>履歴</translation>
  </message>
  <message>
   <source>Hold peaks under −1 dB</source>
   <translation>ピークを −1 dB 以下に抑える</translation>
  </message>
  <message>
   <source>How it talks</source>
   <translation>話し方</translation>
  </message>
  <message>
   <source>How much it sounds like the training.</source>
   <translation>学習した声にどれだけ近づけるかです。</translation>
  </message>
  <message>
   <source>How should it sound?</source>
   <translation>どんな声にしますか？</translation>
  </message>
  <message>
   <source>How sounds are drawn</source>
   <translation>音声の表示方法</translation>
  </message>
  <message>
   <source>How the model is to play this character</source>
   <translation>モデルがこのキャラクターをどう演じるか</translation>
  </message>
  <message>
   <source>Hz</source>
   <translation>Hz</translation>
  </message>
  <message>
   <source>I cannot tell which column of the table “{name}” this is about. The columns of numbers are: {columns}. All of its columns: {all}</source>
   <translation>この質問が表「{name}」のどの列のことか分かりません。数値の列：{columns}。すべての列：{all}</translation>
  </message>
  <message>
   <source>I did not understand this condition: “{what}”. So nothing was looked up. The table “{name}” has the columns: {columns}</source>
   <translation>条件「{what}」が分からなかったため、調べていません。表「{name}」の列：{columns}</translation>
  </message>
  <message>
   <source>I did not understand “{what}” in the question, so it was left out. The columns are: {columns}</source>
   <translation>質問の「{what}」が分からなかったため、考慮していません。列：{columns}</translation>
  </message>
  <message>
   <source>If they are your own, delete the character and import the file with --trust-memories.</source>
   <translation>自分の記憶であれば、このキャラクターを削除し、--trust-memories を付けてもう一度取り込んでください。</translation>
  </message>
  <message>
   <source>Image colour</source>
   <translation>イメージカラー</translation>
  </message>
  <message>
   <source>Image colour: {name}</source>
   <translation>イメージカラー：{name}</translation>
  </message>
  <message>
   <source>In one folder</source>
   <translation>1 つのフォルダー</translation>
  </message>
  <message>
   <source>In the queue</source>
   <translation>順番待ち</translation>
  </message>
  <message>
   <source>In the queue, next</source>
   <translation>順番待ち（次）</translation>
  </message>
  <message>
   <source>In the queue, number {n}</source>
   <translation>順番待ち（{n} 番目）</translation>
  </message>
  <message>
   <source>In the queue, to be converted to {preset}</source>
   <translation>順番待ちです。「{preset}」に変換します</translation>
  </message>
  <message>
   <source>In use</source>
   <translation>使用中</translation>
  </message>
  <message>
   <source>Increase</source>
   <translation>増やす</translation>
  </message>
  <message>
   <source>Index</source>
   <translation>インデックス</translation>
  </message>
  <message>
   <source>Index (*.index)</source>
   <translation>インデックス (*.index)</translation>
  </message>
  <message>
   <source>Indexing</source>
   <translation>索引を作成中</translation>
  </message>
  <message>
   <source>Install this?</source>
   <translation>これを入れますか？</translation>
  </message>
  <message>
   <source>Installed.</source>
   <translation>入っています。</translation>
  </message>
  <message>
   <source>Interrupted</source>
   <translation>中断</translation>
  </message>
  <message>
   <source>It cannot be brought back.</source>
   <translation>元には戻せません。</translation>
  </message>
  <message>
   <source>It computes with torch {version}, and with its own models.</source>
   <translation>torch {version} と独自のモデルで計算します。</translation>
  </message>
  <message>
   <source>It does simple things. For free talk, start Ollama, LM Studio, llama.cpp or vLLM and search here, or type the address and key of any OpenAI-compatible server below.</source>
   <translation>簡単なことだけできます。自由に話すには、Ollama、LM Studio、llama.cpp、vLLM のどれかを起動してここで探すか、下に OpenAI 互換サーバーのアドレスとキーを入れてください。</translation>
  </message>
  <message>
   <source>It has no torch, so it cannot convert.</source>
   <translation>torch がないため、変換できません。</translation>
  </message>
  <message>
   <source>It holds no messages, no keys and no arguments.</source>
   <translation>メッセージ、キー、引数は入っていません。</translation>
  </message>
  <message>
   <source>It is at {path}</source>
   <translation>場所：{path}</translation>
  </message>
  <message>
   <source>It is not a built-in tool.</source>
   <translation>内蔵のツールではありません。</translation>
  </message>
  <message>
   <source>It is not known whether this step was finished. It is not repeated.</source>
   <translation>この処理が終わったかどうか分かりません。もう一度は行いません。</translation>
  </message>
  <message>
   <source>It needs no answer any more.</source>
   <translation>もう答える必要はありません。</translation>
  </message>
  <message>
   <source>It starts again when it is needed. 0: never.</source>
   <translation>必要になれば、また起動します。0 なら止めません。</translation>
  </message>
  <message>
   <source>It was not done a second time.</source>
   <translation>もう一度は行っていません。</translation>
  </message>
  <message>
   <source>It will be called {name}</source>
   <translation>ファイル名は {name} になります</translation>
  </message>
  <message>
   <source>Its files are in use. Wait until the conversion is over, then try again.</source>
   <translation>ファイルを使っているところです。変換が終わるのを待って、もう一度試してください。</translation>
  </message>
  <message>
   <source>Its name differs from that of its tool.</source>
   <translation>ツール自身の名前と違います。</translation>
  </message>
  <message>
   <source>Its name is not one that a model can call.</source>
   <translation>モデルから呼べない名前です。</translation>
  </message>
  <message>
   <source>Its name, notes and settings are kept.</source>
   <translation>名前、メモ、設定は残っています。</translation>
  </message>
  <message>
   <source>Its newest version was not taken, the one before is still found: {why}</source>
   <translation>最新版は取り込まれませんでした。前の版が引き続き見つかります：{why}</translation>
  </message>
  <message>
   <source>Its server has no name that can be used.</source>
   <translation>サーバーの名前が使えません。</translation>
  </message>
  <message>
   <source>Its tables cannot be asked. {why}</source>
   <translation>この文書の表は検索できません。{why}</translation>
  </message>
  <message>
   <source>Its tables were not made. Update the document to have them.</source>
   <translation>この文書の表は作っていません。文書を更新すると作ります。</translation>
  </message>
  <message>
   <source>Its text is read and kept for this character. The file itself is not changed.</source>
   <translation>中の文を読み取り、このキャラクターのために残します。ファイルそのものは変更しません。</translation>
  </message>
  <message>
   <source>Keep for this voice</source>
   <translation>この声の初期値にする</translation>
  </message>
  <message>
   <source>Keep loudness</source>
   <translation>音量を保つ</translation>
  </message>
  <message>
   <source>Keep running in tray</source>
   <translation>トレイで続ける</translation>
  </message>
  <message>
   <source>Keep waiting</source>
   <translation>待つ</translation>
  </message>
  <message>
   <source>Keeping the result</source>
   <translation>結果を保存</translation>
  </message>
  <message>
   <source>Kept in the key store of the system, for {host} only.</source>
   <translation>システムのキーストアに保存し、{host} だけに使います。</translation>
  </message>
  <message>
   <source>Kept only until the app closes.</source>
   <translation>アプリを閉じるまで保持します。</translation>
  </message>
  <message>
   <source>Key</source>
   <translation>キー</translation>
  </message>
  <message>
   <source>Key of the music</source>
   <translation>伴奏のキー</translation>
  </message>
  <message>
   <source>Key store</source>
   <translation>キーストア</translation>
  </message>
  <message>
   <source>Key {key}</source>
   <translation>キー {key}</translation>
  </message>
  <message>
   <source>Keys 1 to 5, level matched</source>
   <translation>キー 1〜5、音量をそろえて</translation>
  </message>
  <message>
   <source>Keys are kept for one run only.</source>
   <translation>キーはアプリを閉じるまでしか保持しません。</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>種類</translation>
  </message>
  <message>
   <source>Knowledge</source>
   <translation>知識</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>言語</translation>
  </message>
  <message>
   <source>Language and appearance</source>
   <translation>言語と外観</translation>
  </message>
  <message>
   <source>Language it speaks</source>
   <translation>話す言語</translation>
  </message>
  <message>
   <source>Language model</source>
   <translation>言語モデル</translation>
  </message>
  <message>
   <source>Larger text in the whole window.</source>
   <translation>ウィンドウ全体の文字を大きくします。</translation>
  </message>
  <message>
   <source>Last instructions</source>
   <translation>最後の指示</translation>
  </message>
  <message>
   <source>Later version</source>
   <translation>次のバージョン</translation>
  </message>
  <message>
   <source>Lead and backing vocals</source>
   <translation>リードとコーラス</translation>
  </message>
  <message>
   <source>Leaf</source>
   <translation>若葉色</translation>
  </message>
  <message>
   <source>Leave it empty if not needed.</source>
   <translation>空欄なら条件になりません。</translation>
  </message>
  <message>
   <source>Leave it out</source>
   <translation>外す</translation>
  </message>
  <message>
   <source>Leave name and password out of the address. The key has a field of its own.</source>
   <translation>アドレスにユーザー名とパスワードは入れません。キーには専用の欄があります。</translation>
  </message>
  <message>
   <source>Leave out what follows “?” or “#” in the address.</source>
   <translation>アドレスの疑問符やシャープ記号から後ろは入れません。</translation>
  </message>
  <message>
   <source>Left: larger and darker. Right: smaller and lighter.</source>
   <translation>左：太く暗く。右：細く明るく。</translation>
  </message>
  <message>
   <source>Left: larger, darker. Right: lighter.</source>
   <translation>左：太く暗い声。右：明るい声。</translation>
  </message>
  <message>
   <source>Left: small. Right: a hall.</source>
   <translation>左：小さい部屋。右：ホール。</translation>
  </message>
  <message>
   <source>Length and channels stay. The file's tags say where it comes from.</source>
   <translation>長さとチャンネル数は変わりません。ファイルのタグに元の情報が残ります。</translation>
  </message>
  <message>
   <source>Let this step begin?</source>
   <translation>この処理を始めますか？</translation>
  </message>
  <message>
   <source>Level</source>
   <translation>レベル</translation>
  </message>
  <message>
   <source>Level of the music</source>
   <translation>伴奏のレベル</translation>
  </message>
  <message>
   <source>Level of the voice</source>
   <translation>声のレベル</translation>
  </message>
  <message>
   <source>Library voices need ContentVec, which is not installed yet. Drop its folder or file onto the library; the built-in voices work without it.</source>
   <translation>ライブラリの声には ContentVec が必要ですが、まだ入っていません。フォルダーかファイルをライブラリにドロップしてください。内蔵の声はなくても使えます。</translation>
  </message>
  <message>
   <source>Licence</source>
   <translation>ライセンス</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>ライト</translation>
  </message>
  <message>
   <source>Like a tape played too fast, at the right speed.</source>
   <translation>早回しのテープのような声。話す速さは変わりません。</translation>
  </message>
  <message>
   <source>Limiter</source>
   <translation>リミッター</translation>
  </message>
  <message>
   <source>List models</source>
   <translation>モデル一覧を取得</translation>
  </message>
  <message>
   <source>Listen, save or drag them out.</source>
   <translation>聴く、保存する、ドラッグで渡すことができます。</translation>
  </message>
  <message>
   <source>Listening</source>
   <translation>分析中</translation>
  </message>
  <message>
   <source>Listening to the melody</source>
   <translation>メロディーを解析中</translation>
  </message>
  <message>
   <source>Listening to the recording</source>
   <translation>録音を分析</translation>
  </message>
  <message>
   <source>Live2D</source>
   <translation>Live2D</translation>
  </message>
  <message>
   <source>Live2D is done, putting the answer together…</source>
   <translation>Live2D の処理が済み、返事をまとめています…</translation>
  </message>
  <message>
   <source>Loading the voice</source>
   <translation>声を読み込み中</translation>
  </message>
  <message>
   <source>Loading…</source>
   <translation>読み込み中…</translation>
  </message>
  <message>
   <source>Log: {folder}</source>
   <translation>記録：{folder}</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>記録</translation>
  </message>
  <message>
   <source>Long work</source>
   <translation>長い処理</translation>
  </message>
  <message>
   <source>Long work, try {n}</source>
   <translation>長い処理、{n} 回目</translation>
  </message>
  <message>
   <source>Look again</source>
   <translation>もう一度見る</translation>
  </message>
  <message>
   <source>Look and answer</source>
   <translation>内容を見て答える</translation>
  </message>
  <message>
   <source>Look and answer…</source>
   <translation>内容を見て答える…</translation>
  </message>
  <message>
   <source>Look something up</source>
   <translation>調べてみる</translation>
  </message>
  <message>
   <source>Looking at GPT-SoVITS</source>
   <translation>GPT-SoVITS を確認</translation>
  </message>
  <message>
   <source>Looking at Live2D…</source>
   <translation>Live2D を調べています…</translation>
  </message>
  <message>
   <source>Looking at VTube Studio</source>
   <translation>VTube Studio を確認</translation>
  </message>
  <message>
   <source>Looking at a setting</source>
   <translation>設定の項目を確認</translation>
  </message>
  <message>
   <source>Looking at a voice</source>
   <translation>声を確認</translation>
  </message>
  <message>
   <source>Looking at a voice session</source>
   <translation>声のセッションを確認</translation>
  </message>
  <message>
   <source>Looking at the Live2D models</source>
   <translation>Live2D モデルを確認</translation>
  </message>
  <message>
   <source>Looking at the character's voice</source>
   <translation>キャラクターの声を確認</translation>
  </message>
  <message>
   <source>Looking at the conversion</source>
   <translation>変換の進み具合を確認</translation>
  </message>
  <message>
   <source>Looking at the documents</source>
   <translation>文書を確認</translation>
  </message>
  <message>
   <source>Looking at the file</source>
   <translation>ファイルを確認</translation>
  </message>
  <message>
   <source>Looking at the memories…</source>
   <translation>記憶を調べています…</translation>
  </message>
  <message>
   <source>Looking at the request…</source>
   <translation>依頼を確認しています…</translation>
  </message>
  <message>
   <source>Looking at the resources</source>
   <translation>リソースを確認</translation>
  </message>
  <message>
   <source>Looking at the session</source>
   <translation>セッションを確認</translation>
  </message>
  <message>
   <source>Looking at the settings</source>
   <translation>設定を確認</translation>
  </message>
  <message>
   <source>Looking at the settings…</source>
   <translation>設定を調べています…</translation>
  </message>
  <message>
   <source>Looking at the speech engines</source>
   <translation>音声エンジンを確認</translation>
  </message>
  <message>
   <source>Looking at the tables</source>
   <translation>表を確認</translation>
  </message>
  <message>
   <source>Looking at the training</source>
   <translation>学習の進み具合を確認</translation>
  </message>
  <message>
   <source>Looking at the voice conversion</source>
   <translation>音声変換の状態を確認</translation>
  </message>
  <message>
   <source>Looking at the voice sessions</source>
   <translation>声のセッション一覧を確認</translation>
  </message>
  <message>
   <source>Looking at the voices</source>
   <translation>声の一覧を確認</translation>
  </message>
  <message>
   <source>Looking at {name}</source>
   <translation>{name}を確認中</translation>
  </message>
  <message>
   <source>Looking through the files…</source>
   <translation>ファイルを調べています…</translation>
  </message>
  <message>
   <source>Looking through the knowledge…</source>
   <translation>知識を調べています…</translation>
  </message>
  <message>
   <source>Looks for Ollama, LM Studio, llama.cpp and vLLM.</source>
   <translation>Ollama、LM Studio、llama.cpp、vLLM を探します。</translation>
  </message>
  <message>
   <source>Lore</source>
   <translation>知識メモ</translation>
  </message>
  <message>
   <source>Lore entry</source>
   <translation>知識メモの項目</translation>
  </message>
  <message>
   <source>Loudness of the voice</source>
   <translation>声の音量</translation>
  </message>
  <message>
   <source>Loudness target</source>
   <translation>目標の音量</translation>
  </message>
  <message>
   <source>Low cut</source>
   <translation>ローカット</translation>
  </message>
  <message>
   <source>Low: steady. High: surprising.</source>
   <translation>低いと安定し、高いと意外性が出ます。</translation>
  </message>
  <message>
   <source>Lower</source>
   <translation>低め</translation>
  </message>
  <message>
   <source>Lower keeps more of the consonants.</source>
   <translation>小さいほど子音が多く残ります。</translation>
  </message>
  <message>
   <source>MB</source>
   <translation>MB</translation>
  </message>
  <message>
   <source>MCP</source>
   <translation>MCP</translation>
  </message>
  <message>
   <source>MCP server “{server}”</source>
   <translation>MCP サーバー「{server}」</translation>
  </message>
  <message>
   <source>Make diagnostic file</source>
   <translation>診断ファイルを作る</translation>
  </message>
  <message>
   <source>Make diagnostic file…</source>
   <translation>診断ファイルを作る…</translation>
  </message>
  <message>
   <source>Managing a resource</source>
   <translation>リソースを管理</translation>
  </message>
  <message>
   <source>Managing resources</source>
   <translation>リソースの管理</translation>
  </message>
  <message>
   <source>Measuring loudness</source>
   <translation>音量を測定中</translation>
  </message>
  <message>
   <source>Memories</source>
   <translation>記憶</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>記憶</translation>
  </message>
  <message>
   <source>Memory {n}</source>
   <translation>記憶 {n}</translation>
  </message>
  <message>
   <source>Message</source>
   <translation>メッセージ</translation>
  </message>
  <message>
   <source>Message to {name}</source>
   <translation>{name}へのメッセージ</translation>
  </message>
  <message>
   <source>Middle of its voice</source>
   <translation>声の高さの中央値</translation>
  </message>
  <message>
   <source>Mix</source>
   <translation>ミックス</translation>
  </message>
  <message>
   <source>Mix voice and music?</source>
   <translation>ボーカルと伴奏をミックスしますか？</translation>
  </message>
  <message>
   <source>Mixing</source>
   <translation>ミックス中</translation>
  </message>
  <message>
   <source>Mixing voice and music</source>
   <translation>ボーカルと伴奏をミックス</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>モデル</translation>
  </message>
  <message>
   <source>Model for embeddings</source>
   <translation>意味で探すためのモデル（埋め込み）</translation>
  </message>
  <message>
   <source>Model reader</source>
   <translation>モデル読み取り</translation>
  </message>
  <message>
   <source>Models</source>
   <translation>モデル</translation>
  </message>
  <message>
   <source>Models of {name}</source>
   <translation>{name} のモデル</translation>
  </message>
  <message>
   <source>Mon</source>
   <translation>月曜</translation>
  </message>
  <message>
   <source>More for the whole list</source>
   <translation>一覧全体の操作</translation>
  </message>
  <message>
   <source>More for this character</source>
   <translation>このキャラクターの操作</translation>
  </message>
  <message>
   <source>More for this conversation</source>
   <translation>この会話の操作</translation>
  </message>
  <message>
   <source>More for this message</source>
   <translation>このメッセージの操作</translation>
  </message>
  <message>
   <source>More of the character card</source>
   <translation>キャラクターカードのそのほかの項目</translation>
  </message>
  <message>
   <source>More results need more of the model's context.</source>
   <translation>結果が多いほど、モデルのコンテキストを多く使います。</translation>
  </message>
  <message>
   <source>More than {n} files at once are too many. Add them in parts.</source>
   <translation>一度に追加できるファイルは {n} 件までです。分けて追加してください。</translation>
  </message>
  <message>
   <source>Motion</source>
   <translation>動き</translation>
  </message>
  <message>
   <source>Move down</source>
   <translation>下へ</translation>
  </message>
  <message>
   <source>Move up</source>
   <translation>上へ</translation>
  </message>
  <message>
   <source>Music</source>
   <translation>伴奏</translation>
  </message>
  <message>
   <source>My song</source>
   <translation>私の歌</translation>
  </message>
  <message>
   <source>Name</source>
   <translation>名前</translation>
  </message>
  <message>
   <source>Name and description</source>
   <translation>名前と説明</translation>
  </message>
  <message>
   <source>Name and description of {name}…</source>
   <translation>{name}の名前と説明…</translation>
  </message>
  <message>
   <source>Name of the model</source>
   <translation>モデル名</translation>
  </message>
  <message>
   <source>Neural engines</source>
   <translation>ニューラルエンジン</translation>
  </message>
  <message>
   <source>Never used</source>
   <translation>未使用</translation>
  </message>
  <message>
   <source>New</source>
   <translation>新規</translation>
  </message>
  <message>
   <source>New character</source>
   <translation>新しいキャラクター</translation>
  </message>
  <message>
   <source>New character…</source>
   <translation>新しいキャラクター…</translation>
  </message>
  <message>
   <source>New conversation</source>
   <translation>新しい会話</translation>
  </message>
  <message>
   <source>New files with this voice begin with these settings; the key is theirs.</source>
   <translation>この声を使う新しいファイルは、この設定で始まります。キーはファイルごとに決めます。</translation>
  </message>
  <message>
   <source>New lore entry</source>
   <translation>新しい項目</translation>
  </message>
  <message>
   <source>New text below</source>
   <translation>下に続きがあります</translation>
  </message>
  <message>
   <source>Newer messages</source>
   <translation>次のメッセージ</translation>
  </message>
  <message>
   <source>Next file</source>
   <translation>次のファイル</translation>
  </message>
  <message>
   <source>Next request</source>
   <translation>次の確認</translation>
  </message>
  <message>
   <source>Nickname, for {{char}}</source>
   <translation>ニックネーム（{{char}}）</translation>
  </message>
  <message>
   <source>No</source>
   <translation>いいえ</translation>
  </message>
  <message>
   <source>No answer, cut off: {what}</source>
   <translation>応答なし、打ち切り：{what}</translation>
  </message>
  <message>
   <source>No audio files yet</source>
   <translation>まだ音声ファイルがありません</translation>
  </message>
  <message>
   <source>No audio or video file was found in what you dropped.</source>
   <translation>ドロップしたものに音声や動画のファイルがありません。</translation>
  </message>
  <message>
   <source>No audio or video file was found in what you named.</source>
   <translation>指定した場所に音声や動画のファイルがありません。</translation>
  </message>
  <message>
   <source>No change until you choose a key or a character.</source>
   <translation>キーかフォルマントを選ぶまで、声は変わりません。</translation>
  </message>
  <message>
   <source>No character was added.</source>
   <translation>キャラクターは追加されませんでした。</translation>
  </message>
  <message>
   <source>No column of the table “{name}” holds days throughout, so “{what}” cannot be looked for. It has the columns: {columns}</source>
   <translation>表「{name}」には、すべてが日付の列がないため、「{what}」では探せません。列：{columns}</translation>
  </message>
  <message>
   <source>No confirmation needed</source>
   <translation>確認は不要</translation>
  </message>
  <message>
   <source>No conversation yet.</source>
   <translation>まだ会話がありません。</translation>
  </message>
  <message>
   <source>No damage was found in {limit} s; it is too large for the whole check.</source>
   <translation>{limit} 秒の検査では破損は見つかりませんでした。大きすぎるため、全体の検査は終わっていません。</translation>
  </message>
  <message>
   <source>No description yet</source>
   <translation>まだ説明がありません</translation>
  </message>
  <message>
   <source>No document has this in its title or name.</source>
   <translation>タイトルや名前にこの言葉がある文書はありません。</translation>
  </message>
  <message>
   <source>No documents yet</source>
   <translation>文書はまだありません</translation>
  </message>
  <message>
   <source>No font with Chinese and Japanese characters was found. On Debian or Ubuntu: fonts-noto-cjk.</source>
   <translation>中国語と日本語を表示できるフォントがありません。Debian や Ubuntu では fonts-noto-cjk です。</translation>
  </message>
  <message>
   <source>No key was written to a file.</source>
   <translation>キーはファイルに書いていません。</translation>
  </message>
  <message>
   <source>No language model is connected. The character answers with built-in sentences.</source>
   <translation>言語モデルがつながっていません。定型文で答えます。</translation>
  </message>
  <message>
   <source>No model for embeddings is set.</source>
   <translation>意味で探すためのモデル（埋め込み）が未設定です。</translation>
  </message>
  <message>
   <source>No model is chosen yet.</source>
   <translation>モデルをまだ選んでいません。</translation>
  </message>
  <message>
   <source>No model is connected: the offline brain answers</source>
   <translation>モデルがつながっていません（オフライン応答）</translation>
  </message>
  <message>
   <source>No model of {host} is chosen yet.</source>
   <translation>{host} のモデルをまだ選んでいません。</translation>
  </message>
  <message>
   <source>No program on this computer opened “{name}”.</source>
   <translation>「{name}」を開けるアプリがこのパソコンにありません。</translation>
  </message>
  <message>
   <source>No row of the table “{name}” fits this question ({conditions}).</source>
   <translation>表「{name}」に、この質問に合う行はありません（{conditions}）。</translation>
  </message>
  <message>
   <source>No row of the table “{name}” fits this question.</source>
   <translation>表「{name}」に、この質問に合う行はありません。</translation>
  </message>
  <message>
   <source>No safe connection to {host}: its certificate is not valid, or it speaks no https.</source>
   <translation>{host} に安全に接続できません。証明書が無効か、https に対応していません。</translation>
  </message>
  <message>
   <source>No screen was found, so the window cannot open. Start it from a desktop session, or under a virtual screen (xvfb-run python3 run.py). Without a window this works: python -m characoid_desktop convert FILE -o FOLDER</source>
   <translation>画面が見つからないため、ウィンドウを開けません。デスクトップ環境から起動するか、仮想画面（xvfb-run python3 run.py）で起動してください。ウィンドウなしで使うとき：python -m characoid_desktop convert FILE -o FOLDER</translation>
  </message>
  <message>
   <source>No setting contains “{words}”.</source>
   <translation>「{words}」を含む設定はありません。</translation>
  </message>
  <message>
   <source>No sound output was found. Connect headphones or speakers, then press play again.</source>
   <translation>音の出力先が見つかりません。ヘッドホンかスピーカーをつないで、もう一度再生してください。</translation>
  </message>
  <message>
   <source>No turns yet</source>
   <translation>まだ実行はありません</translation>
  </message>
  <message>
   <source>No voice and no model was found in what you dropped.</source>
   <translation>ドロップしたものに声もモデルもありません。</translation>
  </message>
  <message>
   <source>No voice was found for this index. Drop it together with its voice, or choose it in the voice's details.</source>
   <translation>このインデックスに合う声が見つかりませんでした。声と一緒にドロップするか、声の詳細で選んでください。</translation>
  </message>
  <message>
   <source>No voices in the library yet</source>
   <translation>ライブラリにまだ声がありません</translation>
  </message>
  <message>
   <source>No web search is set up. Enter the address of a SearXNG server in Settings → Web search.</source>
   <translation>ウェブ検索が未設定です。「設定 → ウェブ検索」に SearXNG サーバーのアドレスを入れてください。</translation>
  </message>
  <message>
   <source>No words yet</source>
   <translation>まだ本文がありません</translation>
  </message>
  <message>
   <source>None was found. Converting works, listening does not.</source>
   <translation>見つかりません。変換はできますが、聴けません。</translation>
  </message>
  <message>
   <source>Not all rows were taken over.</source>
   <translation>一部の行は取り込んでいません。</translation>
  </message>
  <message>
   <source>Not allowed for this character</source>
   <translation>このキャラクターに権限なし</translation>
  </message>
  <message>
   <source>Not answered in time</source>
   <translation>期限切れ</translation>
  </message>
  <message>
   <source>Not answered in time: {what}</source>
   <translation>期限切れ：{what}</translation>
  </message>
  <message>
   <source>Not done</source>
   <translation>未実行</translation>
  </message>
  <message>
   <source>Not done: {what}</source>
   <translation>未実行：{what}</translation>
  </message>
  <message>
   <source>Not in the list any more</source>
   <translation>一覧にありません</translation>
  </message>
  <message>
   <source>Not installed; the built-in engine needs none.</source>
   <translation>入っていません。内蔵エンジンには必要ありません。</translation>
  </message>
  <message>
   <source>Not made yet; the first start makes it.</source>
   <translation>まだありません。初めての起動で作られます。</translation>
  </message>
  <message>
   <source>Not set</source>
   <translation>未設定</translation>
  </message>
  <message>
   <source>Not tested yet</source>
   <translation>まだテストしていません</translation>
  </message>
  <message>
   <source>Not understood, and kept for other apps: {names}</source>
   <translation>このアプリでは使われませんが、他のアプリのために残されます：{names}</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>お知らせ</translation>
  </message>
  <message>
   <source>Note of the training</source>
   <translation>学習時のメモ</translation>
  </message>
  <message>
   <source>Nothing about this in the documents. Try other words, or fewer.</source>
   <translation>文書には見当たりません。言葉を変えるか、減らしてみてください。</translation>
  </message>
  <message>
   <source>Nothing about this is remembered.</source>
   <translation>これについての記憶はありません。</translation>
  </message>
  <message>
   <source>Nothing about this was found in the documents.</source>
   <translation>これについては、文書に何も見つかりませんでした。</translation>
  </message>
  <message>
   <source>Nothing can be written to the folder “{folder}”. Allow writing there, or choose another folder.</source>
   <translation>フォルダー「{folder}」に書き込めません。書き込みを許可するか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>Nothing chosen</source>
   <translation>未選択</translation>
  </message>
  <message>
   <source>Nothing contains “{words}”.</source>
   <translation>「{words}」を含むものはありません。</translation>
  </message>
  <message>
   <source>Nothing found. Words and titles were searched.</source>
   <translation>見つかりません。タイトルと本文を探しました。</translation>
  </message>
  <message>
   <source>Nothing has come from the model for {seconds} s.</source>
   <translation>モデルから {seconds} 秒間何も届いていません。</translation>
  </message>
  <message>
   <source>Nothing has happened yet</source>
   <translation>まだ何もありません</translation>
  </message>
  <message>
   <source>Nothing in the list waits to be converted.</source>
   <translation>一覧に変換待ちのファイルがありません。</translation>
  </message>
  <message>
   <source>Nothing in the table “{name}” is called “{what}”. It has the columns: {columns}</source>
   <translation>表「{name}」に「{what}」という名前のものはありません。列：{columns}</translation>
  </message>
  <message>
   <source>Nothing in the tables fits this question.</source>
   <translation>表には、この質問に合うものがありません。</translation>
  </message>
  <message>
   <source>Nothing is remembered yet</source>
   <translation>まだ何も覚えていません</translation>
  </message>
  <message>
   <source>Nothing is remembered yet.</source>
   <translation>記憶はまだありません。</translation>
  </message>
  <message>
   <source>Nothing is remembered yet. What is proposed above waits for your yes.</source>
   <translation>まだ何も覚えていません。上の提案が承諾を待っています。</translation>
  </message>
  <message>
   <source>Nothing is running</source>
   <translation>実行中の処理はありません</translation>
  </message>
  <message>
   <source>Nothing like this is remembered.</source>
   <translation>当てはまる記憶はありません。</translation>
  </message>
  <message>
   <source>Nothing of it is kept.</source>
   <translation>内容は保存されません。</translation>
  </message>
  <message>
   <source>Nothing of that time is remembered: {time}.</source>
   <translation>その時の記憶はありません：{time}。</translation>
  </message>
  <message>
   <source>Nothing that was saved before is lost; only this change was not saved.</source>
   <translation>これまでに保存したものは残っています。今回の変更だけ保存していません。</translation>
  </message>
  <message>
   <source>Nothing to look up yet</source>
   <translation>まだ調べるものがありません</translation>
  </message>
  <message>
   <source>Nothing waits for you</source>
   <translation>確認待ちはありません</translation>
  </message>
  <message>
   <source>Nothing was added, and the file is untouched.</source>
   <translation>何も追加していません。ファイルもそのままです。</translation>
  </message>
  <message>
   <source>Nothing was added.</source>
   <translation>何も追加していません。</translation>
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation>何も変更していません。</translation>
  </message>
  <message>
   <source>Nothing was deleted.</source>
   <translation>何も削除していません。</translation>
  </message>
  <message>
   <source>Nothing was done yet</source>
   <translation>まだ何も行っていません</translation>
  </message>
  <message>
   <source>Nothing was done yet. Open the window and answer there, in the chat or on the Activity page.</source>
   <translation>まだ何も行っていません。ウィンドウを開き、チャットか「活動履歴」で答えてください。</translation>
  </message>
  <message>
   <source>Nothing was done.</source>
   <translation>何も行っていません。</translation>
  </message>
  <message>
   <source>Nothing was done. The form is still open.</source>
   <translation>何も行っていません。入力欄は開いたままです。</translation>
  </message>
  <message>
   <source>Nothing was fetched.</source>
   <translation>何も取得していません。</translation>
  </message>
  <message>
   <source>Nothing was fetched. You can save the page in a browser and add the file.</source>
   <translation>何も取得していません。ブラウザーでページを保存し、そのファイルを追加できます。</translation>
  </message>
  <message>
   <source>Nothing was found about this.</source>
   <translation>これについては何も見つかりませんでした。</translation>
  </message>
  <message>
   <source>Nothing was found. Start the program that holds your model, then search again.</source>
   <translation>見つかりませんでした。モデルのあるアプリを起動して、もう一度探してください。</translation>
  </message>
  <message>
   <source>Nothing was put away.</source>
   <translation>アーカイブした会話はありません。</translation>
  </message>
  <message>
   <source>Nothing was removed.</source>
   <translation>何も取り除いていません。</translation>
  </message>
  <message>
   <source>Nothing was said here yet. Write below, or begin with one of these:</source>
   <translation>まだ何も話していません。下に書くか、ここから始められます：</translation>
  </message>
  <message>
   <source>Nothing was said yet</source>
   <translation>まだ何も話していません</translation>
  </message>
  <message>
   <source>Nothing was sent.</source>
   <translation>何も送っていません。</translation>
  </message>
  <message>
   <source>Nothing was started.</source>
   <translation>何も始めていません。</translation>
  </message>
  <message>
   <source>Nothing was unpacked.</source>
   <translation>何も展開していません。</translation>
  </message>
  <message>
   <source>Nothing yet</source>
   <translation>まだなし</translation>
  </message>
  <message>
   <source>Nothing yet. An entry is told only when one of its words is said.</source>
   <translation>まだありません。項目は、きっかけの言葉が出たときだけ読みます。</translation>
  </message>
  <message>
   <source>Notifications and tray</source>
   <translation>通知とトレイ</translation>
  </message>
  <message>
   <source>Off</source>
   <translation>停止中</translation>
  </message>
  <message>
   <source>Off, so that nothing is heard in a stream.</source>
   <translation>配信に音が入らないように、初期設定はオフです。</translation>
  </message>
  <message>
   <source>Off: originals are used where they are. On: a copy is kept, so they may be moved.</source>
   <translation>オフ：元の場所のファイルを使います。オン：コピーを残すので、元のファイルを移せます。</translation>
  </message>
  <message>
   <source>Off: questions never leave this computer and the model server.</source>
   <translation>オフ：質問はこのパソコンとモデルのサーバーの外に出ません。</translation>
  </message>
  <message>
   <source>Off: the server decides.</source>
   <translation>オフ：サーバーが決めます。</translation>
  </message>
  <message>
   <source>Offline brain</source>
   <translation>オフライン応答</translation>
  </message>
  <message>
   <source>Offline brain: simple requests without a model.</source>
   <translation>オフライン応答：モデルなしで簡単な依頼に答えます。</translation>
  </message>
  <message>
   <source>Older</source>
   <translation>年配</translation>
  </message>
  <message>
   <source>Older messages</source>
   <translation>前のメッセージ</translation>
  </message>
  <message>
   <source>Olive</source>
   <translation>オリーブ</translation>
  </message>
  <message>
   <source>On the voice only.</source>
   <translation>声だけにかけます。</translation>
  </message>
  <message>
   <source>On this computer</source>
   <translation>このパソコン</translation>
  </message>
  <message>
   <source>On: a conversion that was asked for in the chat waits for your approval.</source>
   <translation>オン：チャットで頼んだ変換は、確認してから始めます。</translation>
  </message>
  <message>
   <source>On: you see the words that would be sent, and say yes or no. Off: it still asks after the character has read a page, a document or another text from outside.</source>
   <translation>オン：送る言葉を見て、許可するか断るかを選べます。オフ：キャラクターがページや文書など外部の文を読んだあとは、やはり確認します。</translation>
  </message>
  <message>
   <source>One constant pitch. The key field moves it.</source>
   <translation>一定の高さの声。高さはキーで変えます。</translation>
  </message>
  <message>
   <source>One more file could not be used.</source>
   <translation>ほかに 1 件、使えないファイルがありました。</translation>
  </message>
  <message>
   <source>One thing, in a sentence</source>
   <translation>ひとつのことを一文で</translation>
  </message>
  <message>
   <source>Only addresses with https:// or http:// are fetched, not “{scheme}:”.</source>
   <translation>取得できるのは https:// か http:// のアドレスだけです。「{scheme}」は使えません。</translation>
  </message>
  <message>
   <source>Only files and folders can be dropped here</source>
   <translation>ここにはファイルとフォルダーだけドロップできます</translation>
  </message>
  <message>
   <source>Only files on this computer can be dropped here</source>
   <translation>ここにはこのパソコンのファイルだけドロップできます</translation>
  </message>
  <message>
   <source>Only for what plays here, not for converted files.</source>
   <translation>ここでの再生だけに効き、変換したファイルには効きません。</translation>
  </message>
  <message>
   <source>Only for work longer than</source>
   <translation>通知するのはこれより長い処理</translation>
  </message>
  <message>
   <source>Only one “highest” or “lowest” at a time.</source>
   <translation>「highest」と「lowest」は、一度に 1 つだけ使えます。</translation>
  </message>
  <message>
   <source>Only the first {n} files were looked at.</source>
   <translation>見たのは最初の {n} 件のファイルだけです。</translation>
  </message>
  <message>
   <source>Only the first {n} rows were taken over.</source>
   <translation>最初の {n} 行だけを取り込みました。</translation>
  </message>
  <message>
   <source>Only the usual ports of the web (80 and 443) are used, not {port}.</source>
   <translation>使えるのはウェブの標準のポート（80 と 443）だけです。{port} は使えません。</translation>
  </message>
  <message>
   <source>Only the words were searched. {why}</source>
   <translation>言葉だけで検索しました。{why}</translation>
  </message>
  <message>
   <source>Only the words were searched: no embedding model is set up.</source>
   <translation>言葉だけで検索しました。意味で探すためのモデルが未設定です。</translation>
  </message>
  <message>
   <source>Only this character can read it from then on. It can be forgotten again.</source>
   <translation>これから、このキャラクターだけが読めます。あとで消せます。</translation>
  </message>
  <message>
   <source>Only this file</source>
   <translation>このファイルだけ</translation>
  </message>
  <message>
   <source>Only this setting. It can be changed back in Settings.</source>
   <translation>この設定だけです。設定で元に戻せます。</translation>
  </message>
  <message>
   <source>Only {free} GB are free on the disk of “{folder}”.</source>
   <translation>「{folder}」があるディスクの空きは {free} GB だけです。</translation>
  </message>
  <message>
   <source>Only {name}</source>
   <translation>{name}の会話だけ</translation>
  </message>
  <message>
   <source>Only {size} MB are free on the disk of the app's folder.</source>
   <translation>アプリのフォルダーがあるディスクの空きは {size} MB だけです。</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>開く</translation>
  </message>
  <message>
   <source>Open CHARACOID</source>
   <translation>CHARACOID を開く</translation>
  </message>
  <message>
   <source>Open Settings</source>
   <translation>設定を開く</translation>
  </message>
  <message>
   <source>Open chat</source>
   <translation>チャットを開く</translation>
  </message>
  <message>
   <source>Open data folder</source>
   <translation>データフォルダーを開く</translation>
  </message>
  <message>
   <source>Open folder</source>
   <translation>フォルダーを開く</translation>
  </message>
  <message>
   <source>Open log</source>
   <translation>記録を開く</translation>
  </message>
  <message>
   <source>Open log folder</source>
   <translation>記録フォルダーを開く</translation>
  </message>
  <message>
   <source>Open results</source>
   <translation>結果を開く</translation>
  </message>
  <message>
   <source>Open settings</source>
   <translation>設定を開く</translation>
  </message>
  <message>
   <source>Open the library</source>
   <translation>ライブラリを開く</translation>
  </message>
  <message>
   <source>Open {host} in your browser?</source>
   <translation>{host} をブラウザーで開きますか？</translation>
  </message>
  <message>
   <source>Opening a conversion session</source>
   <translation>変換のセッションを開く</translation>
  </message>
  <message>
   <source>Opening the folder of the models</source>
   <translation>モデルのフォルダーを開く</translation>
  </message>
  <message>
   <source>Original</source>
   <translation>元の音声</translation>
  </message>
  <message>
   <source>Other characters still have it.</source>
   <translation>ほかのキャラクターには残っています。</translation>
  </message>
  <message>
   <source>Other first messages</source>
   <translation>ほかの最初のひとこと</translation>
  </message>
  <message>
   <source>PDF, Office, EPUB, HTML, text, CSV and more</source>
   <translation>PDF、Office、EPUB、HTML、テキスト、CSV など</translation>
  </message>
  <message>
   <source>PNG · JSON · zip · V2 / V3</source>
   <translation>PNG · JSON · zip · V2 / V3</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>ページ</translation>
  </message>
  <message>
   <source>Pages</source>
   <translation>ページ数</translation>
  </message>
  <message>
   <source>Pages of the settings</source>
   <translation>設定のページ</translation>
  </message>
  <message>
   <source>Panels</source>
   <translation>パネル</translation>
  </message>
  <message>
   <source>Parts of the activity</source>
   <translation>活動履歴の分類</translation>
  </message>
  <message>
   <source>Parts of the character</source>
   <translation>キャラクターの各部分</translation>
  </message>
  <message>
   <source>Passages</source>
   <translation>箇所</translation>
  </message>
  <message>
   <source>Paste</source>
   <translation>貼り付け</translation>
  </message>
  <message>
   <source>Pasted picture</source>
   <translation>貼り付けた画像</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>一時停止</translation>
  </message>
  <message>
   <source>Pause after this file</source>
   <translation>このファイルの後で一時停止</translation>
  </message>
  <message>
   <source>Peaks of the mix were turned down so that nothing is cut off.</source>
   <translation>音割れしないように、ミックスのピークを下げました。</translation>
  </message>
  <message>
   <source>Permission</source>
   <translation>許可</translation>
  </message>
  <message>
   <source>Persona</source>
   <translation>キャラクター</translation>
  </message>
  <message>
   <source>Personality</source>
   <translation>性格</translation>
  </message>
  <message>
   <source>Picture of {name}</source>
   <translation>{name}の画像</translation>
  </message>
  <message>
   <source>Pictures (*.png *.jpg *.jpeg)</source>
   <translation>画像 (*.png *.jpg *.jpeg)</translation>
  </message>
  <message>
   <source>Pictures ({patterns})</source>
   <translation>画像 ({patterns})</translation>
  </message>
  <message>
   <source>Pictures and sounds of the archive were left out.</source>
   <translation>アーカイブの画像と音声は取り込んでいません。</translation>
  </message>
  <message>
   <source>Picture…</source>
   <translation>画像…</translation>
  </message>
  <message>
   <source>Pin</source>
   <translation>ピン留め</translation>
  </message>
  <message>
   <source>Pinned</source>
   <translation>ピン留め</translation>
  </message>
  <message>
   <source>Pitch</source>
   <translation>ピッチ</translation>
  </message>
  <message>
   <source>Pitch found by</source>
   <translation>ピッチの検出方法</translation>
  </message>
  <message>
   <source>Pitch weights are missing</source>
   <translation>ピッチの重みがありません</translation>
  </message>
  <message>
   <source>Pitch: CREPE</source>
   <translation>ピッチ：CREPE</translation>
  </message>
  <message>
   <source>Pitch: FCPE</source>
   <translation>ピッチ：FCPE</translation>
  </message>
  <message>
   <source>Pitch: RMVPE</source>
   <translation>ピッチ：RMVPE</translation>
  </message>
  <message>
   <source>Place</source>
   <translation>位置</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>再生</translation>
  </message>
  <message>
   <source>Play again</source>
   <translation>もう一度再生</translation>
  </message>
  <message>
   <source>Play on</source>
   <translation>再生先</translation>
  </message>
  <message>
   <source>Playback at {time} of {total}</source>
   <translation>再生位置 {time}、全体 {total}</translation>
  </message>
  <message>
   <source>Post-history instructions: told after everything else</source>
   <translation>post-history instructions：モデルに最後に伝えます</translation>
  </message>
  <message>
   <source>Prepare</source>
   <translation>準備</translation>
  </message>
  <message>
   <source>Prepare this audio?</source>
   <translation>この音声を準備しますか？</translation>
  </message>
  <message>
   <source>Preparing</source>
   <translation>準備中</translation>
  </message>
  <message>
   <source>Preset</source>
   <translation>プリセット</translation>
  </message>
  <message>
   <source>Preset for new files</source>
   <translation>新しいファイルのプリセット</translation>
  </message>
  <message>
   <source>Press 1 or 2: same position, same loudness</source>
   <translation>1、2 のキーで切り替え、同じ位置、同じ音量</translation>
  </message>
  <message>
   <source>Preview region</source>
   <translation>範囲を試聴</translation>
  </message>
  <message>
   <source>Previous file</source>
   <translation>前のファイル</translation>
  </message>
  <message>
   <source>Price of what is answered</source>
   <translation>返事の価格</translation>
  </message>
  <message>
   <source>Price of what is sent</source>
   <translation>送信の価格</translation>
  </message>
  <message>
   <source>Profile</source>
   <translation>プロフィール</translation>
  </message>
  <message>
   <source>Program of rvc-next</source>
   <translation>rvc-next のプログラム</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>進み具合</translation>
  </message>
  <message>
   <source>Prompt</source>
   <translation>プロンプト</translation>
  </message>
  <message>
   <source>Proposals</source>
   <translation>提案</translation>
  </message>
  <message>
   <source>Propose what to remember</source>
   <translation>覚えることを提案する</translation>
  </message>
  <message>
   <source>Protect breaths</source>
   <translation>息の音の保護</translation>
  </message>
  <message>
   <source>Put away</source>
   <translation>アーカイブ</translation>
  </message>
  <message>
   <source>Put away: {name}</source>
   <translation>{name}のアーカイブ</translation>
  </message>
  <message>
   <source>Put back into the list</source>
   <translation>一覧に戻す</translation>
  </message>
  <message>
   <source>Put one setting of “{page}” back to its default?</source>
   <translation>「{page}」の設定 1 件を初期値に戻しますか？</translation>
  </message>
  <message>
   <source>Put {n} settings of “{page}” back to their defaults?</source>
   <translation>「{page}」の設定 {n} 件を初期値に戻しますか？</translation>
  </message>
  <message>
   <source>PySide6 {version} aborts on this Python. Install PySide6-Essentials 6.11.3.</source>
   <translation>PySide6 {version} はこの Python では落ちます。PySide6-Essentials 6.11.3 を入れてください。</translation>
  </message>
  <message>
   <source>Python</source>
   <translation>Python</translation>
  </message>
  <message>
   <source>Qt</source>
   <translation>Qt</translation>
  </message>
  <message>
   <source>Questions for your approval stay open for</source>
   <translation>確認を待つ時間</translation>
  </message>
  <message>
   <source>Questions to tables</source>
   <translation>表の検索</translation>
  </message>
  <message>
   <source>Queue</source>
   <translation>キュー</translation>
  </message>
  <message>
   <source>Quick, for stereo songs. Some music stays.</source>
   <translation>ステレオの曲向けで、速いです。伴奏が少し残ります。</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>終了</translation>
  </message>
  <message>
   <source>RVC</source>
   <translation>RVC</translation>
  </message>
  <message>
   <source>RVC session</source>
   <translation>RVC 変換</translation>
  </message>
  <message>
   <source>Radio</source>
   <translation>ラジオ</translation>
  </message>
  <message>
   <source>Read again</source>
   <translation>読み直す</translation>
  </message>
  <message>
   <source>Reading</source>
   <translation>読み込み中</translation>
  </message>
  <message>
   <source>Reading memories</source>
   <translation>記憶を読む</translation>
  </message>
  <message>
   <source>Reading or writing was refused. Check the permissions of the file and its folder.</source>
   <translation>読み書きが許可されていません。ファイルとフォルダーのアクセス権を確かめてください。</translation>
  </message>
  <message>
   <source>Reading the document took longer than {minutes} minutes and was given up.</source>
   <translation>文書の読み込みが {minutes} 分を超えたため、やめました。</translation>
  </message>
  <message>
   <source>Reading the document took too long and was given up.</source>
   <translation>文書の読み込みに時間がかかりすぎたため、やめました。</translation>
  </message>
  <message>
   <source>Reading the new version was interrupted. Start it again.</source>
   <translation>新しい版の読み込みが中断しました。もう一度始めてください。</translation>
  </message>
  <message>
   <source>Reading was interrupted. Start it again.</source>
   <translation>読み込みが中断されました。もう一度始めてください。</translation>
  </message>
  <message>
   <source>Reading “{name}”</source>
   <translation>「{name}」を読み込み中</translation>
  </message>
  <message>
   <source>Ready</source>
   <translation>準備完了</translation>
  </message>
  <message>
   <source>Ready to convert to {preset}</source>
   <translation>「{preset}」に変換できます</translation>
  </message>
  <message>
   <source>Ready: files can be converted.</source>
   <translation>準備完了です。ファイルを変換できます。</translation>
  </message>
  <message>
   <source>Reason for denying</source>
   <translation>断る理由</translation>
  </message>
  <message>
   <source>Reason for denying (the character reads it, at most {n} characters)</source>
   <translation>断る理由（キャラクターが読みます。{n} 文字まで）</translation>
  </message>
  <message>
   <source>Reduced</source>
   <translation>控えめ</translation>
  </message>
  <message>
   <source>Reduced: nothing fades or slides, meters move more slowly.</source>
   <translation>控えめ：フェードやスライドをなくし、メーターもゆっくり動きます。</translation>
  </message>
  <message>
   <source>Region ends at {time} of {total}</source>
   <translation>範囲の終わり {time}、全体 {total}</translation>
  </message>
  <message>
   <source>Region starts at {time} of {total}</source>
   <translation>範囲の始まり {time}、全体 {total}</translation>
  </message>
  <message>
   <source>Region {start} to {end}</source>
   <translation>範囲 {start}–{end}</translation>
  </message>
  <message>
   <source>Release to add {n} file</source>
   <translation>離すとファイル {n} 件を追加</translation>
  </message>
  <message>
   <source>Release to add {n} files</source>
   <translation>離すとファイル {n} 件を追加</translation>
  </message>
  <message>
   <source>Remember</source>
   <translation>覚える</translation>
  </message>
  <message>
   <source>Remember that I stream every Saturday at eight.</source>
   <translation>毎週土曜の夜八時に配信するって覚えておいて。</translation>
  </message>
  <message>
   <source>Remember this for all characters?</source>
   <translation>すべてのキャラクターに覚えさせますか？</translation>
  </message>
  <message>
   <source>Remember this?</source>
   <translation>これを覚えさせますか？</translation>
  </message>
  <message>
   <source>Remembered: “{text}”</source>
   <translation>覚えました：「{text}」</translation>
  </message>
  <message>
   <source>Remembering</source>
   <translation>記憶に追加</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>一覧から外す</translation>
  </message>
  <message>
   <source>Remove from the library…</source>
   <translation>ライブラリから削除…</translation>
  </message>
  <message>
   <source>Remove from the list</source>
   <translation>一覧から外す</translation>
  </message>
  <message>
   <source>Remove it</source>
   <translation>外す</translation>
  </message>
  <message>
   <source>Remove this document from the knowledge base?</source>
   <translation>この文書を知識から取り除きますか？</translation>
  </message>
  <message>
   <source>Remove this from the disk?</source>
   <translation>これをディスクから削除しますか？</translation>
  </message>
  <message>
   <source>Remove {n} files from the list</source>
   <translation>ファイル {n} 件を一覧から外す</translation>
  </message>
  <message>
   <source>Remove “{name}”</source>
   <translation>「{name}」を外す</translation>
  </message>
  <message>
   <source>Remove “{name}” from the library? Your own file stays where it is.</source>
   <translation>「{name}」をライブラリから削除しますか？あなたの元のファイルはそのまま残ります。</translation>
  </message>
  <message>
   <source>Remove “{title}” and all that was made of it? Your own file stays.</source>
   <translation>「{title}」と、そこから作ったものを取り除きますか？元のファイルは残ります。</translation>
  </message>
  <message>
   <source>Remove…</source>
   <translation>取り除く…</translation>
  </message>
  <message>
   <source>Removing a document</source>
   <translation>文書を取り除く</translation>
  </message>
  <message>
   <source>Rename this character?</source>
   <translation>このキャラクターの名前を変えますか？</translation>
  </message>
  <message>
   <source>Rename…</source>
   <translation>名前を変更…</translation>
  </message>
  <message>
   <source>Renaming the character</source>
   <translation>キャラクターの名前を変更</translation>
  </message>
  <message>
   <source>Replace by another file…</source>
   <translation>別のファイルに替える…</translation>
  </message>
  <message>
   <source>Replying…</source>
   <translation>返事中…</translation>
  </message>
  <message>
   <source>Requests</source>
   <translation>確認の一覧</translation>
  </message>
  <message>
   <source>Restore</source>
   <translation>元に戻す</translation>
  </message>
  <message>
   <source>Restore the defaults of this page…</source>
   <translation>このページを初期値に戻す…</translation>
  </message>
  <message>
   <source>Result</source>
   <translation>結果</translation>
  </message>
  <message>
   <source>Results of a search</source>
   <translation>検索結果の数</translation>
  </message>
  <message>
   <source>Reverb</source>
   <translation>リバーブ</translation>
  </message>
  <message>
   <source>Reverb out of the vocals ({name})</source>
   <translation>ボーカルのリバーブを取り除く（{name}）</translation>
  </message>
  <message>
   <source>Reverb out of vocals</source>
   <translation>ボーカルのリバーブ除去</translation>
  </message>
  <message>
   <source>Right: softer walls.</source>
   <translation>右：壁が音をよく吸います。</translation>
  </message>
  <message>
   <source>Robot</source>
   <translation>ロボット</translation>
  </message>
  <message>
   <source>Room</source>
   <translation>広さ</translation>
  </message>
  <message>
   <source>Room for previews</source>
   <translation>試聴用の容量</translation>
  </message>
  <message>
   <source>Rose</source>
   <translation>ばら色</translation>
  </message>
  <message>
   <source>Rules and profile</source>
   <translation>ルールとプロフィール</translation>
  </message>
  <message>
   <source>Running</source>
   <translation>実行中</translation>
  </message>
  <message>
   <source>Running {n}</source>
   <translation>実行中 {n}</translation>
  </message>
  <message>
   <source>SVG files can hold programs and are not taken. Choose a PNG, JPEG or WebP file.</source>
   <translation>SVG ファイルはプログラムを含むことがあるため、使えません。PNG、JPEG、WebP のファイルを選んでください。</translation>
  </message>
  <message>
   <source>Said before, {n} message:
{lines}</source>
   <translation>以前のメッセージ {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>Said before, {n} messages:
{lines}</source>
   <translation>以前のメッセージ {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>Same as in the settings</source>
   <translation>設定と同じ</translation>
  </message>
  <message>
   <source>Same as the name</source>
   <translation>名前と同じ</translation>
  </message>
  <message>
   <source>Same as the system</source>
   <translation>システムと同じ</translation>
  </message>
  <message>
   <source>Same as the window</source>
   <translation>画面と同じ</translation>
  </message>
  <message>
   <source>Sat</source>
   <translation>土曜</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <source>Save as JSON</source>
   <translation>JSON で保存</translation>
  </message>
  <message>
   <source>Save as Markdown</source>
   <translation>Markdown で保存</translation>
  </message>
  <message>
   <source>Save as…</source>
   <translation>別名で保存…</translation>
  </message>
  <message>
   <source>Save in</source>
   <translation>保存先</translation>
  </message>
  <message>
   <source>Save results</source>
   <translation>結果の保存先</translation>
  </message>
  <message>
   <source>Save the result as</source>
   <translation>結果を別名で保存</translation>
  </message>
  <message>
   <source>Saved as “{name}”.</source>
   <translation>「{name}」として保存しました。</translation>
  </message>
  <message>
   <source>Saving a voice</source>
   <translation>声を保存</translation>
  </message>
  <message>
   <source>Saving…</source>
   <translation>保存中…</translation>
  </message>
  <message>
   <source>Say something to try it out</source>
   <translation>試しに話しかける</translation>
  </message>
  <message>
   <source>Say something to {name}…</source>
   <translation>{name}に話しかける…</translation>
  </message>
  <message>
   <source>Say something…</source>
   <translation>話しかけてみる…</translation>
  </message>
  <message>
   <source>Say which character is meant: its name, its id, or the beginning of its id.</source>
   <translation>どのキャラクターかを、名前か ID、または ID の先頭部分で指定してください。</translation>
  </message>
  <message>
   <source>Scenario</source>
   <translation>場面</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>検索</translation>
  </message>
  <message>
   <source>Search conversations</source>
   <translation>会話を検索</translation>
  </message>
  <message>
   <source>Search memories</source>
   <translation>記憶を検索</translation>
  </message>
  <message>
   <source>Search name, arguments, result</source>
   <translation>名前、引数、結果で探す</translation>
  </message>
  <message>
   <source>Search server</source>
   <translation>検索サーバー</translation>
  </message>
  <message>
   <source>Search settings</source>
   <translation>設定を探す</translation>
  </message>
  <message>
   <source>Search settings, for example “format”</source>
   <translation>設定を探す（例：「形式」）</translation>
  </message>
  <message>
   <source>Search the documents</source>
   <translation>文書を検索</translation>
  </message>
  <message>
   <source>Search the history</source>
   <translation>履歴を検索</translation>
  </message>
  <message>
   <source>Search the web for these words?</source>
   <translation>この言葉でウェブを検索しますか？</translation>
  </message>
  <message>
   <source>Search the web when nothing is known</source>
   <translation>分からないときはウェブを検索</translation>
  </message>
  <message>
   <source>Search words, or a time: “last Tuesday”</source>
   <translation>言葉か時で検索（例：「先週の火曜日」）</translation>
  </message>
  <message>
   <source>Searched by meaning</source>
   <translation>意味で検索しました</translation>
  </message>
  <message>
   <source>Searched by words</source>
   <translation>言葉で検索しました</translation>
  </message>
  <message>
   <source>Searched by words and by meaning</source>
   <translation>言葉と意味で検索しました</translation>
  </message>
  <message>
   <source>Searching the knowledge base</source>
   <translation>知識を検索</translation>
  </message>
  <message>
   <source>Searching the web</source>
   <translation>ウェブを検索</translation>
  </message>
  <message>
   <source>Searching the web is turned off. It is turned on in Settings → Assistant.</source>
   <translation>ウェブの検索はオフです。「設定 → 会話と確認」でオンにできます。</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>検索中…</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>シード</translation>
  </message>
  <message>
   <source>Send</source>
   <translation>送信</translation>
  </message>
  <message>
   <source>Sending…</source>
   <translation>送信中…</translation>
  </message>
  <message>
   <source>Separate</source>
   <translation>分離</translation>
  </message>
  <message>
   <source>Separate voice and music?</source>
   <translation>ボーカルと伴奏を分離しますか？</translation>
  </message>
  <message>
   <source>Separated by commas. One of them is enough.</source>
   <translation>コンマで区切ります。どれか一つで足ります。</translation>
  </message>
  <message>
   <source>Separating</source>
   <translation>分離中</translation>
  </message>
  <message>
   <source>Separating voice and music</source>
   <translation>ボーカルと伴奏を分離</translation>
  </message>
  <message>
   <source>Server address</source>
   <translation>サーバーのアドレス</translation>
  </message>
  <message>
   <source>Server for embeddings</source>
   <translation>埋め込みのサーバー</translation>
  </message>
  <message>
   <source>Session</source>
   <translation>セッション</translation>
  </message>
  <message>
   <source>Set the temperature</source>
   <translation>温度を指定する</translation>
  </message>
  <message>
   <source>Setting</source>
   <translation>設定</translation>
  </message>
  <message>
   <source>Setting a reference recording</source>
   <translation>参照する録音を設定</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>設定</translation>
  </message>
  <message>
   <source>Several columns hold days, and I cannot tell which of them “{what}” is about: {columns}</source>
   <translation>日付の列がいくつもあり、「{what}」がどの列のことか分かりません：{columns}</translation>
  </message>
  <message>
   <source>Several documents could be meant: {names}. Say which one.</source>
   <translation>当てはまる文書がいくつかあります：{names}。どれかを指定してください。</translation>
  </message>
  <message>
   <source>Several tables have this name. Take one by its id: {ids}</source>
   <translation>同じ名前の表がいくつかあります。ID で選んでください：{ids}</translation>
  </message>
  <message>
   <source>Shared by all characters</source>
   <translation>全員で共有</translation>
  </message>
  <message>
   <source>Short work ends without a notification.</source>
   <translation>短い処理は通知しません。</translation>
  </message>
  <message>
   <source>Show all</source>
   <translation>すべて表示</translation>
  </message>
  <message>
   <source>Show as plain text…</source>
   <translation>文字だけで表示…</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>フォルダーで表示</translation>
  </message>
  <message>
   <source>Show me the settings.</source>
   <translation>設定の一覧を見せて。</translation>
  </message>
  <message>
   <source>Show more of the document</source>
   <translation>前後をもっと表示</translation>
  </message>
  <message>
   <source>Show result in folder</source>
   <translation>結果をフォルダーで表示</translation>
  </message>
  <message>
   <source>Show the list</source>
   <translation>一覧を表示</translation>
  </message>
  <message>
   <source>Show the model's thinking</source>
   <translation>モデルの思考を表示</translation>
  </message>
  <message>
   <source>Show “{name}” in its folder</source>
   <translation>「{name}」をフォルダーで表示</translation>
  </message>
  <message>
   <source>Sky</source>
   <translation>空色</translation>
  </message>
  <message>
   <source>Some cells were too long and were shortened.</source>
   <translation>一部のセルが長すぎるため、短くしました。</translation>
  </message>
  <message>
   <source>Some chapters are missing in the file.</source>
   <translation>ファイルに足りない章があります。</translation>
  </message>
  <message>
   <source>Some characters are damaged in the file.</source>
   <translation>ファイルの一部の文字が壊れています。</translation>
  </message>
  <message>
   <source>Some pages are damaged and were left out.</source>
   <translation>一部のページが壊れているため、省きました。</translation>
  </message>
  <message>
   <source>Some pages have no text, only pictures.</source>
   <translation>文字がなく、画像だけのページがあります。</translation>
  </message>
  <message>
   <source>Some samples of the original were too loud and are cut off.</source>
   <translation>元の音声に大きすぎるサンプルがあり、音割れしています。</translation>
  </message>
  <message>
   <source>Some samples of the result were too loud and are cut off.</source>
   <translation>結果に大きすぎるサンプルがあり、音割れしています。</translation>
  </message>
  <message>
   <source>Some samples were not numbers and became silence.</source>
   <translation>数値ではないサンプルがあったため、無音にしました。</translation>
  </message>
  <message>
   <source>Some sheets have names of columns and no rows, so no tables were made of them.</source>
   <translation>列名だけで行がないシートがあり、それらの表は作られませんでした。</translation>
  </message>
  <message>
   <source>Some sheets were left out, since there are too many.</source>
   <translation>シートが多すぎるため、一部を省きました。</translation>
  </message>
  <message>
   <source>Some text cannot be seen on the pages, as text recognition leaves it. It is searched too.</source>
   <translation>ページでは見えない文字があります。文字認識が残すもので、これも検索します。</translation>
  </message>
  <message>
   <source>Something else than “{host}” answered, so it was not read.</source>
   <translation>「{host}」ではないものが応答したため、読んでいません。</translation>
  </message>
  <message>
   <source>Something in the app went wrong here. The log says more.</source>
   <translation>アプリの中で問題が起きました。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>Something in the app went wrong. It keeps running.</source>
   <translation>アプリの中で問題が起きましたが、動き続けています。</translation>
  </message>
  <message>
   <source>Something is missing for this: {names}</source>
   <translation>足りないもの：{names}</translation>
  </message>
  <message>
   <source>Something is missing: {names}</source>
   <translation>足りないもの：{names}</translation>
  </message>
  <message>
   <source>Something is still needed for this.</source>
   <translation>あと少し入力が必要です。</translation>
  </message>
  <message>
   <source>Song, best way there is</source>
   <translation>曲：いちばん良い方法</translation>
  </message>
  <message>
   <source>Song, by the centre (basic)</source>
   <translation>曲：中央の音を抽出（簡易）</translation>
  </message>
  <message>
   <source>Song, by {name}</source>
   <translation>曲：{name}で分離</translation>
  </message>
  <message>
   <source>Song, by {name} (slow)</source>
   <translation>曲：{name}で分離（低速）</translation>
  </message>
  <message>
   <source>Song, drums left out (basic)</source>
   <translation>曲（ドラムを除く、簡易）</translation>
  </message>
  <message>
   <source>Songs come apart better with a model</source>
   <translation>モデルがあると、曲をきれいに分けられます</translation>
  </message>
  <message>
   <source>Sound</source>
   <translation>サウンド</translation>
  </message>
  <message>
   <source>Sound output</source>
   <translation>音の出力</translation>
  </message>
  <message>
   <source>Sound with the notification</source>
   <translation>通知音を鳴らす</translation>
  </message>
  <message>
   <source>Speaker</source>
   <translation>話者</translation>
  </message>
  <message>
   <source>Speaking</source>
   <translation>音声を合成</translation>
  </message>
  <message>
   <source>Spectrogram</source>
   <translation>スペクトログラム</translation>
  </message>
  <message>
   <source>Speech</source>
   <translation>音声</translation>
  </message>
  <message>
   <source>Speech or dry vocals: nothing is taken apart.</source>
   <translation>話し声や、エフェクトのないボーカル。分離はしません。</translation>
  </message>
  <message>
   <source>Speech recognition</source>
   <translation>音声認識</translation>
  </message>
  <message>
   <source>Speech synthesis</source>
   <translation>音声合成</translation>
  </message>
  <message>
   <source>Spoken language</source>
   <translation>話す言語</translation>
  </message>
  <message>
   <source>Start again</source>
   <translation>もう一度始める</translation>
  </message>
  <message>
   <source>Started</source>
   <translation>開始</translation>
  </message>
  <message>
   <source>Started: {what}</source>
   <translation>開始：{what}</translation>
  </message>
  <message>
   <source>Starting a voice session</source>
   <translation>声のセッションを開始</translation>
  </message>
  <message>
   <source>Starting the conversion</source>
   <translation>変換を開始</translation>
  </message>
  <message>
   <source>Starting the training</source>
   <translation>学習を開始</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>始めています…</translation>
  </message>
  <message>
   <source>Starting… Files can be dropped already.</source>
   <translation>起動しています。ファイルはもうドロップできます。</translation>
  </message>
  <message>
   <source>Starts and answers.</source>
   <translation>起動し、応答します。</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>状態</translation>
  </message>
  <message>
   <source>Stay</source>
   <translation>戻る</translation>
  </message>
  <message>
   <source>Step</source>
   <translation>ステップ</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>止める</translation>
  </message>
  <message>
   <source>Stop all</source>
   <translation>すべて止める</translation>
  </message>
  <message>
   <source>Stop all conversions</source>
   <translation>すべての変換を止める</translation>
  </message>
  <message>
   <source>Stop an unused engine after</source>
   <translation>使わないエンジンを止めるまで</translation>
  </message>
  <message>
   <source>Stop and quit</source>
   <translation>止めて終了</translation>
  </message>
  <message>
   <source>Stop this installation?</source>
   <translation>インストールを止めますか？</translation>
  </message>
  <message>
   <source>Stop {n} conversions? No half files are left.</source>
   <translation>{n} 件の変換を止めますか？途中のファイルは残しません。</translation>
  </message>
  <message>
   <source>Stopped</source>
   <translation>中止</translation>
  </message>
  <message>
   <source>Stopped.</source>
   <translation>止めました。</translation>
  </message>
  <message>
   <source>Stopped. Nothing was left; convert it again whenever you like.</source>
   <translation>中止しました。途中のファイルはありません。いつでも変換し直せます。</translation>
  </message>
  <message>
   <source>Stopped: {what}</source>
   <translation>中止：{what}</translation>
  </message>
  <message>
   <source>Stopping, up to 3 s</source>
   <translation>停止しています（最長 3 秒）</translation>
  </message>
  <message>
   <source>Stopping, up to {s} s</source>
   <translation>停止しています（最長 {s} 秒）</translation>
  </message>
  <message>
   <source>Stopping…</source>
   <translation>中止しています…</translation>
  </message>
  <message>
   <source>Storage</source>
   <translation>ストレージ</translation>
  </message>
  <message>
   <source>Sun</source>
   <translation>日曜</translation>
  </message>
  <message>
   <source>Supervisor</source>
   <translation>統括</translation>
  </message>
  <message>
   <source>Switch off</source>
   <translation>使わない</translation>
  </message>
  <message>
   <source>Switch on</source>
   <translation>使う</translation>
  </message>
  <message>
   <source>Switches between characters</source>
   <translation>キャラクターを切り替えます</translation>
  </message>
  <message>
   <source>System libraries for the window are missing: {packages}. Run “python3 run.py setup”, or install them with your package manager.</source>
   <translation>ウィンドウに必要なシステムライブラリがありません：{packages}。「python3 run.py setup」を実行するか、パッケージマネージャーで入れてください。</translation>
  </message>
  <message>
   <source>System prompt</source>
   <translation>システムプロンプト</translation>
  </message>
  <message>
   <source>Table reader</source>
   <translation>表読み込み</translation>
  </message>
  <message>
   <source>Tables found in it</source>
   <translation>見つかった表</translation>
  </message>
  <message>
   <source>Take the basic way</source>
   <translation>簡易な方法で分離</translation>
  </message>
  <message>
   <source>Take {key}</source>
   <translation>{key} にする</translation>
  </message>
  <message>
   <source>Take “{name}” apart</source>
   <translation>「{name}」を分離</translation>
  </message>
  <message>
   <source>Take “{title}” from this character? Others still have it.</source>
   <translation>このキャラクターから「{title}」を外しますか？ほかのキャラクターには残ります。</translation>
  </message>
  <message>
   <source>Takes address and model of {name}.</source>
   <translation>{name} のアドレスとモデルを使います。</translation>
  </message>
  <message>
   <source>Takes rumble out of the voice; 0 is off.</source>
   <translation>声の低い雑音を減らします。0 でオフです。</translation>
  </message>
  <message>
   <source>Takes the key from the clipboard.</source>
   <translation>クリップボードのキーを使います。</translation>
  </message>
  <message>
   <source>Taking in {name}</source>
   <translation>{name}を追加中</translation>
  </message>
  <message>
   <source>Taking over the segments</source>
   <translation>区切りを取り込み</translation>
  </message>
  <message>
   <source>Taking songs apart</source>
   <translation>曲の分離</translation>
  </message>
  <message>
   <source>Taking voice and music apart</source>
   <translation>ボーカルと伴奏を分離中</translation>
  </message>
  <message>
   <source>Taking “{name}” apart was cancelled.</source>
   <translation>「{name}」の分離を中止しました。</translation>
  </message>
  <message>
   <source>Taking “{name}” apart was interrupted.</source>
   <translation>「{name}」の分離が中断されました。</translation>
  </message>
  <message>
   <source>Talk to this character</source>
   <translation>このキャラクターと話す</translation>
  </message>
  <message>
   <source>Talk to {name}</source>
   <translation>{name}と話す</translation>
  </message>
  <message>
   <source>Target</source>
   <translation>対象</translation>
  </message>
  <message>
   <source>Task</source>
   <translation>タスク</translation>
  </message>
  <message>
   <source>Teal</source>
   <translation>ティール</translation>
  </message>
  <message>
   <source>Tell me when work is done</source>
   <translation>終わったら知らせる</translation>
  </message>
  <message>
   <source>Temperature</source>
   <translation>温度</translation>
  </message>
  <message>
   <source>Terms of use</source>
   <translation>利用規約</translation>
  </message>
  <message>
   <source>Test</source>
   <translation>テスト</translation>
  </message>
  <message>
   <source>Test says what it is. Nothing is started before that.</source>
   <translation>「テスト」で何かを確かめます。それまでは何も起動しません。</translation>
  </message>
  <message>
   <source>Tested at {time}.</source>
   <translation>{time} にテストしました。</translation>
  </message>
  <message>
   <source>Testing…</source>
   <translation>テスト中…</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>本文</translation>
  </message>
  <message>
   <source>Text from outside had a part in it: {names}</source>
   <translation>外部の文がもとにあります：{names}</translation>
  </message>
  <message>
   <source>Text size</source>
   <translation>文字の大きさ</translation>
  </message>
  <message>
   <source>That is more than {n} characters. Add it as a file instead.</source>
   <translation>{n} 文字を超えています。ファイルで追加してください。</translation>
  </message>
  <message>
   <source>That is more than {n} files. Drop their folder instead</source>
   <translation>{n} 件を超えています。フォルダーごとドロップしてください</translation>
  </message>
  <message>
   <source>The address is another one: the old key was not taken along. Paste the key of {host}.</source>
   <translation>アドレスが変わったため、前のキーは使いません。{host} のキーを貼り付けてください。</translation>
  </message>
  <message>
   <source>The address of a SearXNG server, also one on this computer. Empty: the web is not searched.</source>
   <translation>SearXNG サーバーのアドレス。このパソコンのものも使えます。空：ウェブを検索しません。</translation>
  </message>
  <message>
   <source>The address of “{host}” could not be found. Check its spelling and the connection.</source>
   <translation>「{host}」のアドレスが見つかりませんでした。つづりと接続を確かめてください。</translation>
  </message>
  <message>
   <source>The answer of the server cannot be read.</source>
   <translation>サーバーの応答を読めません。</translation>
  </message>
  <message>
   <source>The answer of this step was not in order and was not used.</source>
   <translation>この処理の結果が正しくないため、使っていません。</translation>
  </message>
  <message>
   <source>The app ended in the middle of this. Look whether it took effect.</source>
   <translation>途中でアプリが終わりました。効いたかどうかを確かめてください。</translation>
  </message>
  <message>
   <source>The app is closing; this was not done.</source>
   <translation>アプリを閉じているため、この操作は行いませんでした。</translation>
  </message>
  <message>
   <source>The app stopped in the middle of this.</source>
   <translation>アプリが途中で止まりました。</translation>
  </message>
  <message>
   <source>The app stopped in the middle of this. Whether “{step}” took effect is not known: please look before you ask for it again.</source>
   <translation>アプリが途中で止まり、「{step}」が効いたかどうか分かりません。もう一度頼む前に確かめてください。</translation>
  </message>
  <message>
   <source>The archive holds more than {n} files.</source>
   <translation>アーカイブのファイルが {n} 件を超えています。</translation>
  </message>
  <message>
   <source>The archive holds more than {n} models.</source>
   <translation>アーカイブのモデルが {n} 件を超えています。</translation>
  </message>
  <message>
   <source>The archive is damaged and cannot be unpacked.</source>
   <translation>アーカイブが壊れていて、展開できません。</translation>
  </message>
  <message>
   <source>The archive is larger than a character needs.</source>
   <translation>アーカイブが、キャラクターにしては大きすぎます。</translation>
  </message>
  <message>
   <source>The archive is larger than what is unpacked here. Unpack it first, then drop its files.</source>
   <translation>アーカイブが、ここで展開できる大きさを超えています。先に展開してから、中のファイルをドロップしてください。</translation>
  </message>
  <message>
   <source>The archive is not in order and may be made to do harm. It was not opened.</source>
   <translation>アーカイブに異常があり、害を与えるものかもしれません。開いていません。</translation>
  </message>
  <message>
   <source>The archive is packed in a way that cannot be read. Unpack it first, then drop its files.</source>
   <translation>アーカイブの圧縮形式に対応していません。先に展開してから、中のファイルをドロップしてください。</translation>
  </message>
  <message>
   <source>The archive is protected by a password. Unpack it first, then drop its files.</source>
   <translation>アーカイブがパスワードで保護されています。先に展開してから、中のファイルをドロップしてください。</translation>
  </message>
  <message>
   <source>The archive names files outside of itself or hides some. It was not unpacked.</source>
   <translation>アーカイブに、外の場所を指すファイルか隠されたファイルがあります。展開していません。</translation>
  </message>
  <message>
   <source>The archive was changed after it was made, or is damaged.</source>
   <translation>アーカイブが、作られたあとに書き換えられたか、壊れています。</translation>
  </message>
  <message>
   <source>The arguments of this step do not fit.</source>
   <translation>この処理の引数が合いません。</translation>
  </message>
  <message>
   <source>The book is locked by copy protection, so its text cannot be read.</source>
   <translation>コピー防止がかかった本のため、中の文を読めません。</translation>
  </message>
  <message>
   <source>The built-in tool “{name}” cannot be removed.</source>
   <translation>内蔵ツール「{name}」は取り除けません。</translation>
  </message>
  <message>
   <source>The certificate of “{host}” is not good, so nothing was sent. Check the address and this computer's clock.</source>
   <translation>「{host}」の証明書に問題があるため、何も送っていません。アドレスと、このパソコンの時計を確かめてください。</translation>
  </message>
  <message>
   <source>The character answers again.</source>
   <translation>キャラクターがもう一度答えます。</translation>
  </message>
  <message>
   <source>The character came without its picture: {why}</source>
   <translation>キャラクターを画像なしで取り込みました：{why}</translation>
  </message>
  <message>
   <source>The character can look things up in what you add here, and names its source. Your files stay where they are.</source>
   <translation>ここに追加した文書は、キャラクターが調べて、出典を添えて答えます。ファイルは元の場所に残ります。</translation>
  </message>
  <message>
   <source>The character cannot answer: its part of the app did not start. The log says more.</source>
   <translation>キャラクターが答えられません。アプリのその部分が起動しませんでした。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>The character cannot look it up any more. The original file stays.</source>
   <translation>キャラクターは調べられなくなります。元のファイルは残ります。</translation>
  </message>
  <message>
   <source>The character could not answer because of a fault in the app. The log says more.</source>
   <translation>アプリの不具合で、キャラクターが答えられませんでした。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>The character in this file has no name.</source>
   <translation>このファイルのキャラクターには名前がありません。</translation>
  </message>
  <message>
   <source>The character in this picture is damaged.</source>
   <translation>この画像のキャラクターは壊れています。</translation>
  </message>
  <message>
   <source>The character is called “{name}” now.</source>
   <translation>キャラクターの名前は「{name}」になりました。</translation>
  </message>
  <message>
   <source>The character is larger than 8 MB. That cannot be taken in.</source>
   <translation>キャラクターが 8 MB を超えているため、取り込めません。</translation>
  </message>
  <message>
   <source>The character is still answering. Wait, or stop it first.</source>
   <translation>キャラクターが返事をしています。待つか、先に止めてください。</translation>
  </message>
  <message>
   <source>The character is still replying.</source>
   <translation>キャラクターが返事をしています。</translation>
  </message>
  <message>
   <source>The character knows more than one file can hold. Export it as a card (PNG or JSON), or delete old memories first.</source>
   <translation>このキャラクターの内容は多すぎて、一つのファイルに収まりません。カード（PNG か JSON）として書き出すか、先に古い記憶を削除してください。</translation>
  </message>
  <message>
   <source>The character of this conversation was put away. Bring it back in its window.</source>
   <translation>この会話のキャラクターはしまわれています。ウィンドウで元に戻してください。</translation>
  </message>
  <message>
   <source>The character speaks and acts by it from the next reply on.</source>
   <translation>次の返事から、この内容で話し、動きます。</translation>
  </message>
  <message>
   <source>The character went in circles and was stopped.</source>
   <translation>キャラクターが同じことを繰り返したため、止めました。</translation>
  </message>
  <message>
   <source>The character's file has a number that is out of range.</source>
   <translation>キャラクターのファイルに、範囲外の数値があります。</translation>
  </message>
  <message>
   <source>The character's file has broken characters.</source>
   <translation>キャラクターのファイルに、壊れた文字があります。</translation>
  </message>
  <message>
   <source>The character's file holds more than can be kept.</source>
   <translation>キャラクターのファイルの内容が多すぎて、保存できません。</translation>
  </message>
  <message>
   <source>The character's file is damaged: it is no complete JSON.</source>
   <translation>キャラクターのファイルが壊れています。JSON として完全ではありません。</translation>
  </message>
  <message>
   <source>The character's file is nested too deeply. It is damaged, or made to do harm.</source>
   <translation>キャラクターのファイルの入れ子が深すぎます。壊れているか、害を与えるためのものです。</translation>
  </message>
  <message>
   <source>The character's file says something twice. It is damaged, or made to do harm.</source>
   <translation>キャラクターのファイルに、同じ項目が 2 回あります。壊れているか、害を与えるためのものです。</translation>
  </message>
  <message>
   <source>The character's settings cannot be saved: they are too large.</source>
   <translation>キャラクターの設定が大きすぎて保存できません。</translation>
  </message>
  <message>
   <source>The chosen format cannot hold this sound. Choose WAV or FLAC, which can.</source>
   <translation>選んだ形式ではこの音声を保存できません。WAV か FLAC なら保存できます。</translation>
  </message>
  <message>
   <source>The chosen program does not answer as rvc-next does. Test it in the settings, or choose the built-in engine.</source>
   <translation>選んだプログラムは rvc-next の応答をしません。設定でテストするか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>The cleanest voice; it takes its time.</source>
   <translation>声はきれいですが、時間がかかります。</translation>
  </message>
  <message>
   <source>The condition on “{name}” needs a number.</source>
   <translation>「{name}」の条件には数値が必要です。</translation>
  </message>
  <message>
   <source>The condition on “{name}” needs a value.</source>
   <translation>「{name}」の条件には値が必要です。</translation>
  </message>
  <message>
   <source>The conditions have too many values.</source>
   <translation>条件の値が多すぎます。</translation>
  </message>
  <message>
   <source>The connection to VTube Studio</source>
   <translation>VTube Studio との接続</translation>
  </message>
  <message>
   <source>The connection to “{host}” ended too early. Try again.</source>
   <translation>「{host}」との接続が途中で切れました。もう一度試してください。</translation>
  </message>
  <message>
   <source>The content is of another kind than the name says.</source>
   <translation>中身の種類が名前と違います。</translation>
  </message>
  <message>
   <source>The conversation is safe.</source>
   <translation>会話は無事です。</translation>
  </message>
  <message>
   <source>The conversation was saved as “{name}”.</source>
   <translation>会話を「{name}」として保存しました。</translation>
  </message>
  <message>
   <source>The conversation was written to “{name}”.</source>
   <translation>会話を「{name}」に保存しました。</translation>
  </message>
  <message>
   <source>The conversion is stopped with this command. The window can start it again.</source>
   <translation>このコマンドと一緒に変換も止めました。ウィンドウでもう一度始められます。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” failed.</source>
   <translation>「{name}」を変換できませんでした。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” waits for its turn.</source>
   <translation>「{name}」の変換は順番待ちです。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” was cancelled.</source>
   <translation>「{name}」の変換を中止しました。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” was interrupted.</source>
   <translation>「{name}」の変換が中断されました。</translation>
  </message>
  <message>
   <source>The conversion was interrupted when the app closed. No half file was left.</source>
   <translation>アプリを閉じたときに変換が中断されました。途中のファイルは残していません。</translation>
  </message>
  <message>
   <source>The damaged file is kept in the folder “damaged”.</source>
   <translation>壊れたファイルは「damaged」フォルダーに残してあります。</translation>
  </message>
  <message>
   <source>The data file can be read but not written. Allow writing to it, or choose another folder.</source>
   <translation>データファイルを読めますが、書き込めません。書き込みを許可するか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The data file could not be read and there is no backup yet. A new one was started.</source>
   <translation>データファイルを読めず、バックアップもまだないため、新しく作りました。</translation>
  </message>
  <message>
   <source>The data file could not be read. The backup of {date} was restored; what changed after it is lost.</source>
   <translation>データファイルを読めないため、{date} のバックアップに戻しました。そのあとの変更は失われています。</translation>
  </message>
  <message>
   <source>The data file is damaged. Start the app again: it then keeps a copy of the file and restores what can be read.</source>
   <translation>データファイルが壊れています。アプリを起動し直すと、コピーを残して、読める分を復元します。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. At most {n} entries are lost, {saved} were saved.</source>
   <translation>データファイルが壊れていたため、修復しました。失われたのは最大 {n} 件で、{saved} 件を救い出しました。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. At most {n} entry is lost, {saved} were saved.</source>
   <translation>データファイルが壊れていたため、修復しました。失われたのは最大 {n} 件で、{saved} 件を救い出しました。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. Nothing was lost.</source>
   <translation>データファイルが壊れていましたが、修復しました。失われたものはありません。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. {n} entries were saved; some may be lost.</source>
   <translation>データファイルが壊れていたため、修復しました。{n} 件を救い出しましたが、失われたものがあるかもしれません。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. {n} entry was saved; some may be lost.</source>
   <translation>データファイルが壊れていたため、修復しました。{n} 件を救い出しましたが、失われたものがあるかもしれません。</translation>
  </message>
  <message>
   <source>The data were not changed.</source>
   <translation>データは変更していません。</translation>
  </message>
  <message>
   <source>The database library of this installation is too old to read foreign questions safely. Installing the app again helps.</source>
   <translation>このアプリに入っているデータベースの部品が古く、外からの質問を安全に扱えません。アプリを入れ直すと直ります。</translation>
  </message>
  <message>
   <source>The description of the separation model and its weights do not fit together. Add the model again, with the config file it came with.</source>
   <translation>分離モデルの設定と重みが合っていません。付属の設定ファイルと一緒に、モデルをもう一度追加してください。</translation>
  </message>
  <message>
   <source>The diagnostic file is ready: {name}</source>
   <translation>診断ファイルができました：{name}</translation>
  </message>
  <message>
   <source>The disk did not take the data: it may be full, over a quota, or failing. Free some space or check the disk, then try again.</source>
   <translation>ディスクがデータを受け付けませんでした。いっぱいか、割り当て超過か、故障かもしれません。空きを作るかディスクを調べて、もう一度試してください。</translation>
  </message>
  <message>
   <source>The disk is full. Free some space, then try again.</source>
   <translation>ディスクがいっぱいです。空きを作って、もう一度試してください。</translation>
  </message>
  <message>
   <source>The disk is full. Make room, then try again.</source>
   <translation>ディスクがいっぱいです。空きを作って、もう一度試してください。</translation>
  </message>
  <message>
   <source>The disk of “{folder}” is full. Make room, then try again.</source>
   <translation>「{folder}」のディスクがいっぱいです。空きを作って、もう一度試してください。</translation>
  </message>
  <message>
   <source>The document could not be read.</source>
   <translation>文書を読めませんでした。</translation>
  </message>
  <message>
   <source>The document has more than {pages} pages, the most that is read. Split it, then add the parts.</source>
   <translation>文書が、読める上限の {pages} ページを超えています。分割して追加してください。</translation>
  </message>
  <message>
   <source>The document has too many pages.</source>
   <translation>文書のページが多すぎます。</translation>
  </message>
  <message>
   <source>The document is damaged or was not downloaded to its end. Get it once more.</source>
   <translation>文書が壊れているか、ダウンロードが途中で終わっています。もう一度入手してください。</translation>
  </message>
  <message>
   <source>The document is locked with a password. Save a copy without it, then add that.</source>
   <translation>文書にパスワードがかかっています。パスワードなしのコピーを保存して、それを追加してください。</translation>
  </message>
  <message>
   <source>The documents are done, putting the answer together…</source>
   <translation>文書の処理が済み、返事をまとめています…</translation>
  </message>
  <message>
   <source>The drive “{drive}” is not connected. Connect it or choose another folder.</source>
   <translation>ドライブ「{drive}」がつながっていません。つなぐか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The earlier settings are unchanged.</source>
   <translation>前の設定はそのままです。</translation>
  </message>
  <message>
   <source>The embedding model did not answer in time.</source>
   <translation>埋め込みのモデルが時間内に応答しませんでした。</translation>
  </message>
  <message>
   <source>The embedding model gave nothing usable.</source>
   <translation>埋め込みのモデルから、使える結果が返りませんでした。</translation>
  </message>
  <message>
   <source>The engine could not finish this. The log says why.</source>
   <translation>エンジンが処理を終えられませんでした。理由は記録にあります。</translation>
  </message>
  <message>
   <source>The engine did not get on for a long time and was ended. Try again, or with a shorter piece.</source>
   <translation>エンジンが長い間進まなかったため、終了しました。もう一度試すか、短い音声で試してください。</translation>
  </message>
  <message>
   <source>The engine does not know this task. The app and its engine do not fit together; installing the app again helps.</source>
   <translation>エンジンがこの処理を知りません。アプリとエンジンのバージョンが合っていません。アプリを入れ直すと直ります。</translation>
  </message>
  <message>
   <source>The engine gave an answer that makes no sense.</source>
   <translation>エンジンの返事が正しくありませんでした。</translation>
  </message>
  <message>
   <source>The engine refused the settings of this task.</source>
   <translation>エンジンがこの処理の設定を受け付けませんでした。</translation>
  </message>
  <message>
   <source>The engine says: {word}</source>
   <translation>エンジンからの知らせ：{word}</translation>
  </message>
  <message>
   <source>The engine that converts voices has stopped.</source>
   <translation>音声変換のエンジンが止まっています。</translation>
  </message>
  <message>
   <source>The engine wrote nothing.</source>
   <translation>エンジンが何も書き出しませんでした。</translation>
  </message>
  <message>
   <source>The file claims a sample rate of {rate} Hz, which cannot be right.</source>
   <translation>ファイルのサンプルレートが {rate} Hz になっていますが、ありえない値です。</translation>
  </message>
  <message>
   <source>The file claims a sample rate that cannot be right.</source>
   <translation>ファイルのサンプルレートがありえない値です。</translation>
  </message>
  <message>
   <source>The file claims numbers that it does not hold, so it was not used.</source>
   <translation>ファイルにあるはずの数値が入っていないため、使っていません。</translation>
  </message>
  <message>
   <source>The file could not be read to its end. Check the drive it is on.</source>
   <translation>ファイルを最後まで読めませんでした。ドライブを確かめてください。</translation>
  </message>
  <message>
   <source>The file could not be written. Check the drive it goes to.</source>
   <translation>ファイルを書き出せませんでした。保存先のドライブを確かめてください。</translation>
  </message>
  <message>
   <source>The file ends in the middle of a sample, which was left out.</source>
   <translation>ファイルがサンプルの途中で終わっているため、そのサンプルは使っていません。</translation>
  </message>
  <message>
   <source>The file ends too early. What could be read was used.</source>
   <translation>ファイルが途中で切れています。読めたところまで使いました。</translation>
  </message>
  <message>
   <source>The file gives a wrong length. All the sound in it was used.</source>
   <translation>ファイルに書かれた長さが違います。中の音声をすべて使いました。</translation>
  </message>
  <message>
   <source>The file has a number of channels that cannot be read.</source>
   <translation>ファイルのチャンネル数に対応していません。</translation>
  </message>
  <message>
   <source>The file has several sound tracks; the main one was used.</source>
   <translation>ファイルに音声トラックが何本かあるため、メインのものを使いました。</translation>
  </message>
  <message>
   <source>The file has {channels} channels; 1 to 8 can be read.</source>
   <translation>ファイルは {channels} チャンネルです。読めるのは 1 から 8 チャンネルまでです。</translation>
  </message>
  <message>
   <source>The file has {n} sound tracks; the main one was used.</source>
   <translation>ファイルに音声トラックが {n} 本あるため、メインのものを使いました。</translation>
  </message>
  <message>
   <source>The file holds another kind of model than was wanted here.</source>
   <translation>ここで使うものとは別の種類のモデルです。</translation>
  </message>
  <message>
   <source>The file holds definitions that documents never have and that can be used for attacks, so it was not opened.</source>
   <translation>文書にはないはずの、攻撃に使われうる定義が入っているため、開いていません。</translation>
  </message>
  <message>
   <source>The file holds more than numbers ({found}): parts that would run as a program. It was not opened. Do not use it, and get the voice from its maker.</source>
   <translation>ファイルに数値以外のもの（{found}）があり、プログラムとして動くおそれがあります。開いていません。使わずに、声の作者から入手し直してください。</translation>
  </message>
  <message>
   <source>The file holds more than numbers: parts that would run as a program. It was not opened. Do not use it, and get the voice from its maker.</source>
   <translation>ファイルに数値以外のものがあり、プログラムとして動くおそれがあります。開いていません。使わずに、声の作者から入手し直してください。</translation>
  </message>
  <message>
   <source>The file holds more than the numbers of a model: it would run code when it is opened. It was not opened, and nothing was run.</source>
   <translation>ファイルにモデルの数値以外のものがあり、開くとコードが動きます。ファイルは開いておらず、何も実行していません。</translation>
  </message>
  <message>
   <source>The file holds values that are no numbers: its training failed. Use an earlier save of it.</source>
   <translation>ファイルに数値ではない値があります。学習に失敗しています。それより前に保存したものを使ってください。</translation>
  </message>
  <message>
   <source>The file is</source>
   <translation>ファイルの内容</translation>
  </message>
  <message>
   <source>The file is a bare Python object, which could run programs when opened. It was not opened.</source>
   <translation>ファイルの中身が、開くとプログラムを実行できる Python オブジェクトです。開いていません。</translation>
  </message>
  <message>
   <source>The file is another one than before. Add it as a new one instead.</source>
   <translation>ファイルが前のものと違います。代わりに、新しいものとして追加してください。</translation>
  </message>
  <message>
   <source>The file is cut off; the part that can be read was converted.</source>
   <translation>ファイルが途中で切れています。読めたところまで変換しました。</translation>
  </message>
  <message>
   <source>The file is damaged or was not downloaded to its end. Get it once more.</source>
   <translation>ファイルが壊れているか、ダウンロードが途中で終わっています。もう一度入手してください。</translation>
  </message>
  <message>
   <source>The file is damaged; no sound in it can be read.</source>
   <translation>ファイルが壊れていて、音声を読めません。</translation>
  </message>
  <message>
   <source>The file is empty.</source>
   <translation>ファイルが空です。</translation>
  </message>
  <message>
   <source>The file is larger than {gigabytes} GB, which no voice or model for it is.</source>
   <translation>ファイルが {gigabytes} GB を超えています。声やモデルとしては大きすぎます。</translation>
  </message>
  <message>
   <source>The file is larger than {limit} GB and was not copied.</source>
   <translation>ファイルが {limit} GB を超えるため、コピーしませんでした。</translation>
  </message>
  <message>
   <source>The file is larger than {megabytes} MB, the most that is read of this kind. Split it, then add the parts.</source>
   <translation>この種類で読める上限の {megabytes} MB を超えています。分割して追加してください。</translation>
  </message>
  <message>
   <source>The file is larger than {n} MB. That is no character.</source>
   <translation>ファイルが {n} MB を超えています。キャラクターのファイルではありません。</translation>
  </message>
  <message>
   <source>The file is no longer there. It may have been moved or renamed.</source>
   <translation>ファイルがなくなっています。移されたか、名前が変わったのかもしれません。</translation>
  </message>
  <message>
   <source>The file is packed in a way that RVC never uses, so it was not opened.</source>
   <translation>RVC が使わない圧縮形式のため、開いていません。</translation>
  </message>
  <message>
   <source>The file is protected, so its sound cannot be read.</source>
   <translation>ファイルが保護されているため、音声を読めません。</translation>
  </message>
  <message>
   <source>The file is stored in a form from before 2020 that is not opened here. Load it in a current RVC and save it again.</source>
   <translation>2020 年より前の保存形式のため、ここでは開きません。今の RVC で読み込んで、保存し直してください。</translation>
  </message>
  <message>
   <source>The file is too large for a table here, or would unpack to far more than it seems. Divide it, then add the parts.</source>
   <translation>表にするにはファイルが大きすぎるか、展開すると見かけよりはるかに大きくなります。分割して追加してください。</translation>
  </message>
  <message>
   <source>The file is too large to be a voice or a model.</source>
   <translation>ファイルが大きすぎます。声でもモデルでもありません。</translation>
  </message>
  <message>
   <source>The file is too large to be read as a document.</source>
   <translation>ファイルが大きすぎて、文書として読めません。</translation>
  </message>
  <message>
   <source>The file is too small to be a voice or a model.</source>
   <translation>ファイルが小さすぎます。声でもモデルでもありません。</translation>
  </message>
  <message>
   <source>The file itself is untouched.</source>
   <translation>ファイルそのものはそのままです。</translation>
  </message>
  <message>
   <source>The file would unpack to far more than a document ever does, so it was not opened.</source>
   <translation>展開すると文書とは思えない大きさになるため、開いていません。</translation>
  </message>
  <message>
   <source>The file “{name}” cannot be opened for reading.</source>
   <translation>ファイル「{name}」を開けず、読み込めません。</translation>
  </message>
  <message>
   <source>The file “{name}” is no longer there.</source>
   <translation>ファイル「{name}」がなくなっています。</translation>
  </message>
  <message>
   <source>The file “{name}” is not there or cannot be opened.</source>
   <translation>ファイル「{name}」がないか、開けません。</translation>
  </message>
  <message>
   <source>The files of the separation model are no longer there. Add the model again.</source>
   <translation>分離モデルのファイルがなくなっています。モデルをもう一度追加してください。</translation>
  </message>
  <message>
   <source>The files of the voice are no longer there. Add the voice again.</source>
   <translation>声のファイルがなくなっています。声をもう一度追加してください。</translation>
  </message>
  <message>
   <source>The files of the voice in the library are damaged. Add the voice again.</source>
   <translation>ライブラリにある声のファイルが壊れています。声をもう一度追加してください。</translation>
  </message>
  <message>
   <source>The files of “{name}” are no longer in the library. Add {file} once more to bring it back.</source>
   <translation>「{name}」のファイルがライブラリからなくなっています。{file} をもう一度追加すると復元できます。</translation>
  </message>
  <message>
   <source>The first start of a program may take a while.</source>
   <translation>プログラムの初回の起動には時間がかかることがあります。</translation>
  </message>
  <message>
   <source>The first {n} files were taken; the rest was left out.</source>
   <translation>はじめの {n} 件だけ追加し、残りは追加していません。</translation>
  </message>
  <message>
   <source>The folder cannot be written to. Choose another folder.</source>
   <translation>フォルダーに書き込めません。別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The folder for the result is no longer there. Choose another folder.</source>
   <translation>保存先のフォルダーがなくなっています。別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The folder has no file “{name}” of its own.</source>
   <translation>フォルダーに「{name}」というファイルがありません。</translation>
  </message>
  <message>
   <source>The folder holds more than {n} entries; the rest was left out.</source>
   <translation>フォルダーの中身が {n} 件を超えるため、残りは追加していません。</translation>
  </message>
  <message>
   <source>The folder of the app cannot be used.</source>
   <translation>アプリのフォルダーを使えません。</translation>
  </message>
  <message>
   <source>The folder of the skill “{name}” must have its name.</source>
   <translation>スキル「{name}」のフォルダーは同じ名前にしてください。</translation>
  </message>
  <message>
   <source>The folder “{folder}” cannot be reached. Choose another one.</source>
   <translation>フォルダー「{folder}」にアクセスできません。別のものを選んでください。</translation>
  </message>
  <message>
   <source>The folder “{folder}” cannot be reached. Connect its drive and start again, or choose another folder.</source>
   <translation>フォルダー「{folder}」にアクセスできません。ドライブをつないで起動し直すか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The folder “{folder}” cannot be used. Choose another folder.</source>
   <translation>フォルダー「{folder}」を使えません。別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is not there. Choose another folder.</source>
   <translation>フォルダー「{folder}」がありません。別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is not there. Its drive may be missing: connect it, or choose another folder.</source>
   <translation>フォルダー「{folder}」がありません。ドライブが外れているかもしれません。つなぐか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is read-only. Choose another one.</source>
   <translation>フォルダー「{folder}」は読み取り専用です。別のものを選んでください。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is used now, but the choice could not be remembered for the next start.</source>
   <translation>フォルダー「{folder}」を使っていますが、この選択を次の起動のために保存できませんでした。</translation>
  </message>
  <message>
   <source>The folder “{name}” cannot be read.</source>
   <translation>フォルダー「{name}」を読めません。</translation>
  </message>
  <message>
   <source>The folder “{name}” is no longer there.</source>
   <translation>フォルダー「{name}」がなくなっています。</translation>
  </message>
  <message>
   <source>The form does not ask for this.</source>
   <translation>その項目は入力欄にありません。</translation>
  </message>
  <message>
   <source>The form in this conversation is still open. Fill it in or cancel it first.</source>
   <translation>この会話に入力待ちの項目があります。先に入力するか、取り消してください。</translation>
  </message>
  <message>
   <source>The form stands in the chat.</source>
   <translation>入力欄はチャットにあります。</translation>
  </message>
  <message>
   <source>The form waits in the chat of the window.</source>
   <translation>入力欄はウィンドウのチャットにあります。</translation>
  </message>
  <message>
   <source>The format needs another sample rate, so the result has that one.</source>
   <translation>この形式に合わせて、結果のサンプルレートを変えました。</translation>
  </message>
  <message>
   <source>The format needs another sample rate; the result has {n} Hz.</source>
   <translation>この形式に合わせてサンプルレートを変え、結果は {n} Hz です。</translation>
  </message>
  <message>
   <source>The graphics card cannot be used for computing here. Choose the processor.</source>
   <translation>ここでは GPU を計算に使えません。CPU を選んでください。</translation>
  </message>
  <message>
   <source>The graphics card failed while it was computing. Try it on the processor, or again after a restart.</source>
   <translation>計算中に GPU の処理が失敗しました。CPU で試すか、再起動してからもう一度試してください。</translation>
  </message>
  <message>
   <source>The hand-off holds forbidden fields: {keys}</source>
   <translation>依頼に使えない項目があります：{keys}</translation>
  </message>
  <message>
   <source>The hand-off is not in order: {why}</source>
   <translation>依頼の渡し方が正しくありません：{why}</translation>
  </message>
  <message>
   <source>The index belongs to a voice of another version (its size is {found}, the voice's {wanted}). Use the voice without it, or with its own.</source>
   <translation>別のバージョンの声のインデックスです（インデックスの次元は {found}、声は {wanted}）。インデックスなしで使うか、その声のものを使ってください。</translation>
  </message>
  <message>
   <source>The index is damaged. Make it anew, or use the voice without it.</source>
   <translation>インデックスが壊れています。作り直すか、インデックスなしで声を使ってください。</translation>
  </message>
  <message>
   <source>The index is of a kind or version that voices do not use. Make it anew with a current RVC.</source>
   <translation>声に使えない種類かバージョンのインデックスです。今の RVC で作り直してください。</translation>
  </message>
  <message>
   <source>The index is of a size that no voice has.</source>
   <translation>インデックスの次元が、どの声にも合いません。</translation>
  </message>
  <message>
   <source>The key holds a line break or an invisible character. Paste it again.</source>
   <translation>キーに改行か見えない文字が入っています。もう一度貼り付けてください。</translation>
  </message>
  <message>
   <source>The key is empty. Paste it again.</source>
   <translation>キーが空です。もう一度貼り付けてください。</translation>
  </message>
  <message>
   <source>The key is longer than {n} characters. Check what was pasted.</source>
   <translation>キーが {n} 文字を超えています。貼り付けた内容を確かめてください。</translation>
  </message>
  <message>
   <source>The key store of the system does not answer. It may be waiting for its password. Keys are kept until the app closes.</source>
   <translation>システムのキーストアが応答しません。パスワードを待っているのかもしれません。キーはアプリを閉じるまで保持します。</translation>
  </message>
  <message>
   <source>The key store of the system is locked or refuses. Keys are kept until the app closes.</source>
   <translation>システムのキーストアがロックされているか、使えません。キーはアプリを閉じるまで保持します。</translation>
  </message>
  <message>
   <source>The key that brings this singer to the voice.</source>
   <translation>歌い手の声を、この声の高さに合わせるキーです。</translation>
  </message>
  <message>
   <source>The knowledge was searched</source>
   <translation>知識を検索しました</translation>
  </message>
  <message>
   <source>The language of the window. Changes at once.</source>
   <translation>ウィンドウの言語です。すぐに切り替わります。</translation>
  </message>
  <message>
   <source>The last {n} character of the profile is left out: it is too long.</source>
   <translation>プロフィールが長すぎるため、最後の {n} 文字は省かれます。</translation>
  </message>
  <message>
   <source>The last {n} characters of the profile are left out: it is too long.</source>
   <translation>プロフィールが長すぎるため、最後の {n} 文字は省かれます。</translation>
  </message>
  <message>
   <source>The library is empty. Add a voice: characoid voices import FILE</source>
   <translation>ライブラリは空です。声を追加するには：characoid voices import FILE</translation>
  </message>
  <message>
   <source>The lore of this character has more than {n} entries.</source>
   <translation>このキャラクターの知識メモが {n} 項目を超えています。</translation>
  </message>
  <message>
   <source>The lore of this character is not in order: an entry is no object.</source>
   <translation>このキャラクターの知識メモに異常があります。オブジェクトではない項目があります。</translation>
  </message>
  <message>
   <source>The loudness asked for could not be reached without cutting peaks off.</source>
   <translation>音割れさせずに、目標の音量にすることはできませんでした。</translation>
  </message>
  <message>
   <source>The loudness asked for is {n} LU away: without cutting peaks off, the mix cannot get nearer.</source>
   <translation>目標の音量まであと {n} LU です。音割れさせずに、これ以上近づけることはできません。</translation>
  </message>
  <message>
   <source>The memories are done, putting the answer together…</source>
   <translation>記憶の処理が済み、返事をまとめています…</translation>
  </message>
  <message>
   <source>The memories are mine</source>
   <translation>自分の記憶です</translation>
  </message>
  <message>
   <source>The memory was changed: “{text}”</source>
   <translation>記憶を変えました：「{text}」</translation>
  </message>
  <message>
   <source>The message has {n} characters; at most {limit} are possible. Attach a long text as a file.</source>
   <translation>メッセージが {n} 文字あります。上限は {limit} 文字です。長い文はファイルで添付してください。</translation>
  </message>
  <message>
   <source>The message is empty.</source>
   <translation>メッセージが空です。</translation>
  </message>
  <message>
   <source>The message is too long. At most {n} characters can be sent.</source>
   <translation>メッセージが長すぎます。送れるのは {n} 文字までです。</translation>
  </message>
  <message>
   <source>The message is very long. Its whole text opens in a window.</source>
   <translation>とても長いメッセージです。全文をウィンドウで開きます。</translation>
  </message>
  <message>
   <source>The mix was stopped.</source>
   <translation>ミックスを中止しました。</translation>
  </message>
  <message>
   <source>The model answered nothing.</source>
   <translation>モデルから返事がありませんでした。</translation>
  </message>
  <message>
   <source>The model answered with nothing.</source>
   <translation>モデルの返事に何も入っていませんでした。</translation>
  </message>
  <message>
   <source>The model asks for code or files that do not belong to it, so it is not used.</source>
   <translation>このモデルは、自分のもの以外のコードやファイルを必要とするため、使いません。</translation>
  </message>
  <message>
   <source>The model called tools over and over without getting anywhere, so it was ended.</source>
   <translation>モデルがツールを何度も呼ぶだけで進まなかったため、終了しました。</translation>
  </message>
  <message>
   <source>The model gave an empty answer.</source>
   <translation>モデルの返事が空でした。</translation>
  </message>
  <message>
   <source>The model has no voice among what it gives. Choose another model.</source>
   <translation>このモデルの出力に声がありません。別のモデルを選んでください。</translation>
  </message>
  <message>
   <source>The model has no voice among what it gives: {stems}. Choose another model.</source>
   <translation>このモデルの出力に声がありません（{stems}）。別のモデルを選んでください。</translation>
  </message>
  <message>
   <source>The model is answering.</source>
   <translation>モデルが返事をしています。</translation>
  </message>
  <message>
   <source>The model library cannot be read now.</source>
   <translation>今はモデルのライブラリを読めません。</translation>
  </message>
  <message>
   <source>The model server does not answer.</source>
   <translation>モデルのサーバーが応答しません。</translation>
  </message>
  <message>
   <source>The model that was to take voice and music apart is not in the library any more. Choose another one.</source>
   <translation>ボーカルと伴奏の分離に使うモデルが、ライブラリにもうありません。別のモデルを選んでください。</translation>
  </message>
  <message>
   <source>The model would not stop writing, so it was stopped.</source>
   <translation>モデルが書き続けて終わらないため、止めました。</translation>
  </message>
  <message>
   <source>The model “{kind}” in the library is damaged. Add it again.</source>
   <translation>ライブラリの「{kind}」のモデルが壊れています。もう一度追加してください。</translation>
  </message>
  <message>
   <source>The model “{kind}” is not in the library. Add it, or choose another way.</source>
   <translation>「{kind}」のモデルがライブラリにありません。追加するか、別の方法を選んでください。</translation>
  </message>
  <message>
   <source>The name by which the server knows it. A character can have its own.</source>
   <translation>サーバーでの名前。キャラクターごとに変えられます。</translation>
  </message>
  <message>
   <source>The name for the result is longer than the drive allows. Choose a shorter one.</source>
   <translation>結果の名前がドライブの上限より長くなります。短い名前にしてください。</translation>
  </message>
  <message>
   <source>The name is longer than {n} characters.</source>
   <translation>名前が {n} 文字を超えています。</translation>
  </message>
  <message>
   <source>The name is taken.</source>
   <translation>この名前はもう使われています。</translation>
  </message>
  <message>
   <source>The new words take the place of the old ones.</source>
   <translation>新しい内容が前の内容に置き換わります。</translation>
  </message>
  <message>
   <source>The oldest are removed first.</source>
   <translation>古いものから消します。</translation>
  </message>
  <message>
   <source>The oldest messages are left out beyond it. 0: as much as the app sends.</source>
   <translation>超えると古いメッセージから省きます。0：アプリの上限まで送ります。</translation>
  </message>
  <message>
   <source>The original file is unchanged, and the app keeps running.</source>
   <translation>元のファイルはそのままで、アプリも動き続けています。</translation>
  </message>
  <message>
   <source>The original file is untouched, and no half-written file was left.</source>
   <translation>元のファイルはそのままで、途中のファイルも残していません。</translation>
  </message>
  <message>
   <source>The original file is untouched.</source>
   <translation>元のファイルはそのままです。</translation>
  </message>
  <message>
   <source>The original file is untouched. The steps that were finished are kept.</source>
   <translation>元のファイルはそのままです。終わった処理は残っています。</translation>
  </message>
  <message>
   <source>The original is never changed.</source>
   <translation>元のファイルは変更しません。</translation>
  </message>
  <message>
   <source>The original stays as it is; the result is a new file.</source>
   <translation>元のファイルはそのままで、結果は新しいファイルになります。</translation>
  </message>
  <message>
   <source>The page comes packed in a way that is not opened.</source>
   <translation>ページの圧縮形式に対応していません。</translation>
  </message>
  <message>
   <source>The page is fetched from the web once, and its text is kept for this character.</source>
   <translation>ページを 1 回だけ取得し、中の文をこのキャラクターのために残します。</translation>
  </message>
  <message>
   <source>The page is fetched once and kept as a document. Sites of your own network are not fetched.</source>
   <translation>ページを 1 回だけ取得し、文書として残します。自分のネットワーク内のサイトは取得しません。</translation>
  </message>
  <message>
   <source>The page is larger than {n} MB.</source>
   <translation>ページが {n} MB を超えています。</translation>
  </message>
  <message>
   <source>The page sends on from https:// to an unprotected address of “{host}”.</source>
   <translation>ページの転送先が、https:// から「{host}」の保護されていないアドレスに変わります。</translation>
  </message>
  <message>
   <source>The page sends on more than {n} times.</source>
   <translation>ページの転送が {n} 回を超えました。</translation>
  </message>
  <message>
   <source>The page sends on to something that is no web address.</source>
   <translation>ページの転送先が、ウェブのアドレスではありません。</translation>
  </message>
  <message>
   <source>The page “{page}” could not be read. Its defaults are used.</source>
   <translation>「{page}」のページを読めないため、初期値を使います。</translation>
  </message>
  <message>
   <source>The part that computes voices (PyTorch) is not installed. The built-in voices work without it.</source>
   <translation>声を計算する部分（PyTorch）が入っていません。内蔵の声はなくても使えます。</translation>
  </message>
  <message>
   <source>The passage in its document</source>
   <translation>文書の中のこの箇所</translation>
  </message>
  <message>
   <source>The path of the folder “{folder}” is too long for this system. Choose a folder with a shorter path.</source>
   <translation>フォルダー「{folder}」のパスが、このシステムには長すぎます。もっと短いパスのフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The picture could not be kept.</source>
   <translation>画像を保存できませんでした。</translation>
  </message>
  <message>
   <source>The picture has {width} × {height} pixels. Choose one of at most {n} × {n}.</source>
   <translation>画像が {width} × {height} ピクセルあります。{n} × {n} 以下の画像を選んでください。</translation>
  </message>
  <message>
   <source>The picture holds more texts than any character needs.</source>
   <translation>画像の中の文が、キャラクターにしては多すぎます。</translation>
  </message>
  <message>
   <source>The picture is damaged or incomplete.</source>
   <translation>画像が壊れているか、途中で切れています。</translation>
  </message>
  <message>
   <source>The picture is larger than {n} MB. Choose a smaller one.</source>
   <translation>画像が {n} MB を超えています。小さいものを選んでください。</translation>
  </message>
  <message>
   <source>The picture is larger than {n} × {n} pixels. Choose a smaller one.</source>
   <translation>画像が {n} × {n} ピクセルを超えています。小さいものを選んでください。</translation>
  </message>
  <message>
   <source>The picture was not changed.</source>
   <translation>画像は変更していません。</translation>
  </message>
  <message>
   <source>The pitch method {method} needs a weight file that is not installed. Drop it onto the library, or choose another method.</source>
   <translation>ピッチの検出方法 {method} に必要な重みファイルが入っていません。ライブラリにドロップするか、別の方法を選んでください。</translation>
  </message>
  <message>
   <source>The profile is done, putting the answer together…</source>
   <translation>プロフィールの処理が済み、返事をまとめています…</translation>
  </message>
  <message>
   <source>The profile of “{name}” was changed.</source>
   <translation>「{name}」のプロフィールを変えました。</translation>
  </message>
  <message>
   <source>The program did not answer within {limit} s.</source>
   <translation>プログラムが {limit} 秒以内に応答しませんでした。</translation>
  </message>
  <message>
   <source>The program of rvc-next is not there any more or cannot be started. Choose it anew in the settings, or the built-in engine.</source>
   <translation>rvc-next のプログラムがないか、起動できません。設定で選び直すか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>The program “{program}” of rvc-next is not there any more or cannot be started. Choose it anew in the settings, or the built-in engine.</source>
   <translation>rvc-next のプログラム「{program}」がないか、起動できません。設定で選び直すか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>The prompt: {tokens}</source>
   <translation>プロンプト：{tokens}</translation>
  </message>
  <message>
   <source>The question about this is not valid any more, and nothing was done.</source>
   <translation>この確認は無効になったため、何も行っていません。</translation>
  </message>
  <message>
   <source>The question about this ran out of time, and nothing was done.</source>
   <translation>確認が期限切れになり、何も行っていません。</translation>
  </message>
  <message>
   <source>The question about this step ran out of time, and nothing was done.</source>
   <translation>この処理の確認が期限切れになり、何も行っていません。</translation>
  </message>
  <message>
   <source>The question fits these tables as well: {names}</source>
   <translation>この質問は次の表にも当てはまります：{names}</translation>
  </message>
  <message>
   <source>The question has more conditions than can be asked at a time: {n} of at most {most}.</source>
   <translation>質問の条件が多すぎます：{n} 個（一度に最大 {most} 個）。</translation>
  </message>
  <message>
   <source>The question to the tables needs too much memory and was stopped. Ask for less.</source>
   <translation>表への質問に必要なメモリーが多すぎるため、止めました。範囲を絞ってください。</translation>
  </message>
  <message>
   <source>The question to the tables took too long and was stopped. Ask for less.</source>
   <translation>表への質問に時間がかかりすぎたため、止めました。範囲を絞ってください。</translation>
  </message>
  <message>
   <source>The question took too long and was stopped.</source>
   <translation>質問に時間がかかりすぎたため、止めました。</translation>
  </message>
  <message>
   <source>The question was not answered in time</source>
   <translation>確認が期限切れ</translation>
  </message>
  <message>
   <source>The question was taken back: the turn ended</source>
   <translation>確認を取り下げ：実行が終了</translation>
  </message>
  <message>
   <source>The reply became unreadable.</source>
   <translation>返事が途中から読めなくなりました。</translation>
  </message>
  <message>
   <source>The reply broke off.</source>
   <translation>返事が途中で切れました。</translation>
  </message>
  <message>
   <source>The reply did not work.</source>
   <translation>返事ができませんでした。</translation>
  </message>
  <message>
   <source>The reply stopped for {n} s.</source>
   <translation>返事が {n} 秒止まっています。</translation>
  </message>
  <message>
   <source>The reply stopped for {s} s.</source>
   <translation>返事が {s} 秒止まっています。</translation>
  </message>
  <message>
   <source>The reply took longer than {n} min and was stopped.</source>
   <translation>返事が {n} 分を超えたため、止めました。</translation>
  </message>
  <message>
   <source>The reply was cut off when the app ended.</source>
   <translation>アプリが終わったときに、返事が途切れました。</translation>
  </message>
  <message>
   <source>The result could not be written in this format. Choose WAV or FLAC.</source>
   <translation>この形式では結果を書き出せませんでした。WAV か FLAC を選んでください。</translation>
  </message>
  <message>
   <source>The result is as loud as the original.</source>
   <translation>結果を元と同じ音量にします。</translation>
  </message>
  <message>
   <source>The result is “{name}”.</source>
   <translation>結果は「{name}」です。</translation>
  </message>
  <message>
   <source>The rows of this table are not there any more. Add its document again.</source>
   <translation>この表の行がなくなっています。文書をもう一度追加してください。</translation>
  </message>
  <message>
   <source>The safetensors file contradicts itself, so it was not opened. Get it once more.</source>
   <translation>safetensors ファイルの内容が食い違っているため、開いていません。もう一度入手してください。</translation>
  </message>
  <message>
   <source>The same content is there already as “{title}”.</source>
   <translation>同じ内容がすでに「{title}」としてあります。</translation>
  </message>
  <message>
   <source>The same content is there already as “{title}”. Remove one of the two, or choose another file.</source>
   <translation>同じ内容がすでに「{title}」としてあります。どちらかを取り除くか、別のファイルを選んでください。</translation>
  </message>
  <message>
   <source>The same seed gives the same breath noise.</source>
   <translation>同じシードなら、息のノイズも同じになります。</translation>
  </message>
  <message>
   <source>The same voice, a third higher.</source>
   <translation>同じ声のまま、3 度高くします。</translation>
  </message>
  <message>
   <source>The same voice, a third lower.</source>
   <translation>同じ声のまま、3 度低くします。</translation>
  </message>
  <message>
   <source>The sample could not be written. Make room on the disk, then try again.</source>
   <translation>見本を書き出せませんでした。ディスクの空きを作って、もう一度試してください。</translation>
  </message>
  <message>
   <source>The screen {display} does not answer, so the window cannot open. Check DISPLAY, or start it under a virtual screen (xvfb-run python3 run.py). Without a window this works: python -m characoid_desktop convert FILE -o FOLDER</source>
   <translation>画面 {display} が応答しないため、ウィンドウを開けません。DISPLAY を確かめるか、仮想画面（xvfb-run python3 run.py）で起動してください。ウィンドウなしで使うとき：python -m characoid_desktop convert FILE -o FOLDER</translation>
  </message>
  <message>
   <source>The search server answers, but finds nothing. Its own sources may be blocked or turned off.</source>
   <translation>検索サーバーは応答しますが、何も見つかりません。サーバーの検索元がブロックされているか、オフかもしれません。</translation>
  </message>
  <message>
   <source>The search server works: {n} result in {seconds} s.</source>
   <translation>検索サーバーを使えます：{seconds} 秒で {n} 件。</translation>
  </message>
  <message>
   <source>The search server works: {n} results in {seconds} s.</source>
   <translation>検索サーバーを使えます：{seconds} 秒で {n} 件。</translation>
  </message>
  <message>
   <source>The search server “{host}” does not give its results to programs. Add “json” to “search: formats:” in its settings.yml.</source>
   <translation>検索サーバー「{host}」は、アプリに結果を渡しません。サーバーの settings.yml で、「search」の「formats」に「json」を加えてください。</translation>
  </message>
  <message>
   <source>The search server “{host}” sends on to another address. Enter the address that a browser shows at last.</source>
   <translation>検索サーバー「{host}」は別のアドレスに転送します。ブラウザーに最後に表示されるアドレスを入れてください。</translation>
  </message>
  <message>
   <source>The separation model computed no usable sound. It is damaged, or of a kind that is not supported.</source>
   <translation>分離モデルの計算結果を音声として使えません。モデルが壊れているか、対応していない種類です。</translation>
  </message>
  <message>
   <source>The server sends more headers than any page needs.</source>
   <translation>サーバーが送るヘッダーが多すぎます。</translation>
  </message>
  <message>
   <source>The session has no files yet.</source>
   <translation>セッションにまだファイルがありません。</translation>
  </message>
  <message>
   <source>The session is open.</source>
   <translation>セッションを開きました。</translation>
  </message>
  <message>
   <source>The setting was not saved ({reason}).</source>
   <translation>設定を保存できませんでした（{reason}）。</translation>
  </message>
  <message>
   <source>The setting was not saved, because the disk is full.</source>
   <translation>ディスクがいっぱいで、設定を保存できませんでした。</translation>
  </message>
  <message>
   <source>The setting was not saved, because the folder is read-only.</source>
   <translation>フォルダーが読み取り専用で、設定を保存できませんでした。</translation>
  </message>
  <message>
   <source>The settings are done, putting the answer together…</source>
   <translation>設定の処理が済み、返事をまとめています…</translation>
  </message>
  <message>
   <source>The settings come from a newer version. What this version does not know is kept.</source>
   <translation>設定は新しいバージョンのものです。このバージョンが知らない内容も残します。</translation>
  </message>
  <message>
   <source>The settings could not be read ({reason}). The defaults are used.</source>
   <translation>設定を読めないため（{reason}）、初期値を使います。</translation>
  </message>
  <message>
   <source>The settings file was damaged. The defaults are used.</source>
   <translation>設定ファイルが壊れていたため、初期値を使います。</translation>
  </message>
  <message>
   <source>The settings file was damaged. The last good copy of it is used.</source>
   <translation>設定ファイルが壊れていたため、最後の正常なコピーを使います。</translation>
  </message>
  <message>
   <source>The skill could not be read.</source>
   <translation>スキルを読めませんでした。</translation>
  </message>
  <message>
   <source>The skill has an unknown field “{name}”.</source>
   <translation>スキルに知らない項目「{name}」があります。</translation>
  </message>
  <message>
   <source>The skill is larger than {n} kB.</source>
   <translation>スキルが {n} kB を超えています。</translation>
  </message>
  <message>
   <source>The skill is no readable text.</source>
   <translation>スキルが読める文字ではありません。</translation>
  </message>
  <message>
   <source>The skill is not in order: {why}</source>
   <translation>スキルが正しくありません：{why}</translation>
  </message>
  <message>
   <source>The skill names a tool that there is not: “{name}”</source>
   <translation>スキルにないツールが書かれています：「{name}」</translation>
  </message>
  <message>
   <source>The skill names a tool twice.</source>
   <translation>スキルに同じツールが 2 回書かれています。</translation>
  </message>
  <message>
   <source>The skill refers to a file outside of its folder.</source>
   <translation>スキルが自分のフォルダーの外のファイルを参照しています。</translation>
  </message>
  <message>
   <source>The sound changes its rate or channels inside the file; it was made uniform.</source>
   <translation>ファイルの途中でサンプルレートかチャンネルが変わるため、そろえました。</translation>
  </message>
  <message>
   <source>The sound is mono, so there is no middle to take the voice out of. Use it as it is, or separate it with a model.</source>
   <translation>モノラルのため、中央から声を取り出せません。そのまま使うか、モデルで分離してください。</translation>
  </message>
  <message>
   <source>The sound is stored in a way that cannot be read.</source>
   <translation>音声の保存方式に対応していません。</translation>
  </message>
  <message>
   <source>The sound is too long to be processed in one piece. Cut it first.</source>
   <translation>音声が長すぎて一度に処理できません。先に分割してください。</translation>
  </message>
  <message>
   <source>The sound is too short to be processed.</source>
   <translation>音声が短すぎて処理できません。</translation>
  </message>
  <message>
   <source>The sound output stopped answering. It may have been unplugged; press play to go on.</source>
   <translation>音の出力先が応答しなくなりました。外れたのかもしれません。再生を押すと続きます。</translation>
  </message>
  <message>
   <source>The state of a job could not be saved. The log says more.</source>
   <translation>処理の状態を保存できませんでした。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>The stored key holds signs that no key has. Paste it again.</source>
   <translation>保存したキーに、キーにはない文字が入っています。もう一度貼り付けてください。</translation>
  </message>
  <message>
   <source>The system's key store answers.</source>
   <translation>システムのキーストアが使えます。</translation>
  </message>
  <message>
   <source>The table has no column “{name}”. It has: {columns}</source>
   <translation>表に「{name}」という列はありません。ある列：{columns}</translation>
  </message>
  <message>
   <source>The table has too many columns; the first ones were taken over.</source>
   <translation>表の列が多すぎるため、はじめのほうの列だけを取り込みました。</translation>
  </message>
  <message>
   <source>The table “{name}” has no column of numbers for this. It has the columns: {columns}</source>
   <translation>表「{name}」には、これに使える数値の列がありません。列：{columns}</translation>
  </message>
  <message>
   <source>The task went back and forth too often, so it was ended.</source>
   <translation>依頼が何度も行き来したため、終了しました。</translation>
  </message>
  <message>
   <source>The text inside this PDF is unreadable: its fonts do not say which characters they show. Run text recognition (OCR) over it, then add the result.</source>
   <translation>この PDF の文字は読み取れません。フォントに、どの文字かの情報がありません。文字認識（OCR）にかけて、その結果を追加してください。</translation>
  </message>
  <message>
   <source>The text is longer than {millions} million characters, the most that is read. Split the document, then add the parts.</source>
   <translation>文が、読める上限（{millions} × 100 万文字）を超えています。文書を分割して追加してください。</translation>
  </message>
  <message>
   <source>The text is longer than {n} characters.</source>
   <translation>文が {n} 文字を超えています。</translation>
  </message>
  <message>
   <source>The text is too long to be read as one document.</source>
   <translation>文が長すぎて、1 つの文書として読めません。</translation>
  </message>
  <message>
   <source>The text of some pages is unreadable and was left out.</source>
   <translation>一部のページの文字は読み取れないため、省きました。</translation>
  </message>
  <message>
   <source>The text of {n} pages is unreadable and was left out.</source>
   <translation>{n} ページの文字は読み取れないため、省きました。</translation>
  </message>
  <message>
   <source>The time for this confirmation is over.</source>
   <translation>この確認は期限切れです。</translation>
  </message>
  <message>
   <source>The tool says that this did not work.</source>
   <translation>ツールによると、できませんでした。</translation>
  </message>
  <message>
   <source>The tool “{name}” was not added. {why}</source>
   <translation>ツール「{name}」を追加していません。{why}</translation>
  </message>
  <message>
   <source>The turn that asked this is over.</source>
   <translation>この確認を出した実行は終わっています。</translation>
  </message>
  <message>
   <source>The version before is still there.</source>
   <translation>前の版は残っています。</translation>
  </message>
  <message>
   <source>The video has no sound in it.</source>
   <translation>動画に音声が入っていません。</translation>
  </message>
  <message>
   <source>The voice and its files are removed. Audio made with it stays.</source>
   <translation>声とそのファイルを削除します。この声で作った音声は残ります。</translation>
  </message>
  <message>
   <source>The voice computed values that are no sound. It is damaged, or the graphics card computes wrongly; try it on the processor.</source>
   <translation>声の計算結果が音声になりません。声が壊れているか、GPU の計算が正しくありません。CPU で試してください。</translation>
  </message>
  <message>
   <source>The voice conversion step is done, putting the answer together…</source>
   <translation>音声変換の処理が済み、返事をまとめています…</translation>
  </message>
  <message>
   <source>The voice gives a sample rate of “{rate}”; voices have 32, 40 or 48 kHz.</source>
   <translation>声のサンプルレートが「{rate}」になっています。声は 32、40、48 kHz のどれかです。</translation>
  </message>
  <message>
   <source>The voice gives a sample rate that voices do not have; they have 32, 40 or 48 kHz.</source>
   <translation>声のサンプルレートがありえない値です。声は 32、40、48 kHz のどれかです。</translation>
  </message>
  <message>
   <source>The voice gives sizes for its network that cannot be right.</source>
   <translation>声に書かれたネットワークの大きさが、ありえない値です。</translation>
  </message>
  <message>
   <source>The voice has no speaker of that number.</source>
   <translation>その番号の話者はいません。</translation>
  </message>
  <message>
   <source>The voice has no speaker of that number; it has {speakers}, counted from 0.</source>
   <translation>その番号の話者はいません。この声の話者は {speakers} 人で、番号は 0 から始まります。</translation>
  </message>
  <message>
   <source>The voice is built like another version than it says.</source>
   <translation>声の構造が、書かれているバージョンと違います。</translation>
  </message>
  <message>
   <source>The voice is not built like an RVC voice; parts are missing or of another size.</source>
   <translation>RVC の声の構造ではありません。足りない部分か、大きさの違う部分があります。</translation>
  </message>
  <message>
   <source>The voice is not built like an RVC voice; parts are missing, of another size, or no numbers.</source>
   <translation>RVC の声の構造ではありません。足りない部分、大きさの違う部分、数値ではない値のどれかがあります。</translation>
  </message>
  <message>
   <source>The voice is not in the library any more. Choose another one.</source>
   <translation>この声はもうライブラリにありません。別の声を選んでください。</translation>
  </message>
  <message>
   <source>The voice library</source>
   <translation>声のライブラリ</translation>
  </message>
  <message>
   <source>The voice says that it is {declared}, but it is built like {found}. Get it once more from its maker.</source>
   <translation>声のバージョンは {declared} となっていますが、構造は {found} です。作者からもう一度入手してください。</translation>
  </message>
  <message>
   <source>The voice step is done, putting the answer together…</source>
   <translation>音声の処理が済み、返事をまとめています…</translation>
  </message>
  <message>
   <source>The voice was added by a newer version of this app. Update the app, or add the voice again.</source>
   <translation>この声は、新しいバージョンのアプリで追加したものです。アプリを更新するか、声をもう一度追加してください。</translation>
  </message>
  <message>
   <source>The voice “{name}” can be used.</source>
   <translation>「{name}」の声を使えます。</translation>
  </message>
  <message>
   <source>The voice “{voice}” has an index already. Change it in the voice's details.</source>
   <translation>「{voice}」にはもうインデックスがあります。変えるときは、声の詳細で変えてください。</translation>
  </message>
  <message>
   <source>The wait for the first word is twice as long.</source>
   <translation>最初の文字は、この 2 倍まで待ちます。</translation>
  </message>
  <message>
   <source>The web search found nothing about this.</source>
   <translation>これについては、ウェブの検索で何も見つかりませんでした。</translation>
  </message>
  <message>
   <source>The web search found nothing. These sources did not answer: {names}.</source>
   <translation>ウェブの検索では何も見つかりませんでした。次の検索元から応答がありませんでした：{names}。</translation>
  </message>
  <message>
   <source>The weights of {method} are missing. Drop the file on the library, or let SwiftF0 find the pitch; it is built in.</source>
   <translation>{method} の重みファイルがありません。ライブラリにドロップするか、内蔵の SwiftF0 でピッチを検出してください。</translation>
  </message>
  <message>
   <source>The whole message</source>
   <translation>メッセージの全文</translation>
  </message>
  <message>
   <source>The whole path of a program, or empty.</source>
   <translation>プログラムの完全なパス。空でもかまいません。</translation>
  </message>
  <message>
   <source>The whole text</source>
   <translation>全文</translation>
  </message>
  <message>
   <source>The words are regular expressions</source>
   <translation>言葉を正規表現として扱う</translation>
  </message>
  <message>
   <source>The words are sent to {server}. Nothing is changed.</source>
   <translation>この言葉を {server} に送ります。何も変更しません。</translation>
  </message>
  <message>
   <source>The workbook is damaged, or is none. Open it in a spreadsheet program and save it as .xlsx, then add that.</source>
   <translation>ブックが壊れているか、ブックではありません。表計算アプリで開いて .xlsx で保存し、それを追加してください。</translation>
  </message>
  <message>
   <source>The workbook is in the form from before 2007 or locked with a password. Save it as .xlsx without one, then add that.</source>
   <translation>2007 年より前の形式か、パスワードのかかったブックです。パスワードなしの .xlsx で保存して、それを追加してください。</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>テーマ</translation>
  </message>
  <message>
   <source>There are no documents in the knowledge base yet.</source>
   <translation>知識にはまだ文書がありません。</translation>
  </message>
  <message>
   <source>There are no rows in this file, at most the names of columns, so no table was made of it.</source>
   <translation>このファイルにはデータの行がなく、あっても列名だけなので、表は作られませんでした。</translation>
  </message>
  <message>
   <source>There are no tables yet. Add a CSV or XLSX file to the knowledge base.</source>
   <translation>まだ表がありません。CSV か XLSX のファイルを知識に追加してください。</translation>
  </message>
  <message>
   <source>There are these tables, each with its rows and columns:
{lines}</source>
   <translation>次の表があります（行数と列）：
{lines}</translation>
  </message>
  <message>
   <source>There is a skill “{name}” already.</source>
   <translation>「{name}」というスキルはもうあります。</translation>
  </message>
  <message>
   <source>There is another character called “{name}”.</source>
   <translation>「{name}」という名前のキャラクターがほかにもいます。</translation>
  </message>
  <message>
   <source>There is no address yet: type one, or search this computer.</source>
   <translation>アドレスがまだありません。入力するか、このパソコンを探してください。</translation>
  </message>
  <message>
   <source>There is no converted voice with its music in this session yet. Separate voice and music first, then convert the voice.</source>
   <translation>このセッションには、伴奏の付いた変換後の声がまだありません。先にボーカルと伴奏を分離し、声を変換してください。</translation>
  </message>
  <message>
   <source>There is no document in what was added.</source>
   <translation>追加したものに文書がありません。</translation>
  </message>
  <message>
   <source>There is no model for taking voice and music apart. Drop one on the library (MDX-Net .onnx or HTDemucs are the quickest without a graphics card); until then the basic ways are used.</source>
   <translation>ボーカルと伴奏を分離するモデルがありません。ライブラリにドロップしてください（GPU がなければ、MDX-Net の .onnx か HTDemucs が速いです）。それまでは簡易な方法を使います。</translation>
  </message>
  <message>
   <source>There is no preset “{name}”. There are: {known}</source>
   <translation>「{name}」というプリセットはありません。使えるもの：{known}</translation>
  </message>
  <message>
   <source>There is no program that can be started at this place.</source>
   <translation>この場所に起動できるプログラムがありません。</translation>
  </message>
  <message>
   <source>There is no setting “{name}”.</source>
   <translation>「{name}」という設定はありません。</translation>
  </message>
  <message>
   <source>There is no sound in the file, only the header of a sound file.</source>
   <translation>ファイルに音声がなく、音声ファイルのヘッダーだけです。</translation>
  </message>
  <message>
   <source>There is no such capability.</source>
   <translation>この機能はありません。</translation>
  </message>
  <message>
   <source>There is no such character.</source>
   <translation>そのキャラクターはいません。</translation>
  </message>
  <message>
   <source>There is no such character. There are: {names}</source>
   <translation>そのキャラクターはいません。使えるキャラクター：{names}</translation>
  </message>
  <message>
   <source>There is no such conversation.</source>
   <translation>その会話はありません。</translation>
  </message>
  <message>
   <source>There is no such conversion.</source>
   <translation>その変換はありません。</translation>
  </message>
  <message>
   <source>There is no such document.</source>
   <translation>その文書はありません。</translation>
  </message>
  <message>
   <source>There is no such file.</source>
   <translation>そのファイルはありません。</translation>
  </message>
  <message>
   <source>There is no such memory.</source>
   <translation>その記憶はありません。</translation>
  </message>
  <message>
   <source>There is no such session.</source>
   <translation>そのセッションはありません。</translation>
  </message>
  <message>
   <source>There is no such skill for this character.</source>
   <translation>このキャラクターにこのスキルはありません。</translation>
  </message>
  <message>
   <source>There is no such table. There are: {names}</source>
   <translation>その表はありません。ある表：{names}</translation>
  </message>
  <message>
   <source>There is no text in this PDF, only pictures of its pages ({pages}). Run text recognition (OCR) over it, then add the result.</source>
   <translation>この PDF には文字がなく、ページの画像（{pages} 枚）だけです。文字認識（OCR）にかけて、その結果を追加してください。</translation>
  </message>
  <message>
   <source>There is no text in this PDF, only pictures of its pages. Run text recognition (OCR) over it, then add the result.</source>
   <translation>この PDF には文字がなく、ページの画像だけです。文字認識（OCR）にかけて、その結果を追加してください。</translation>
  </message>
  <message>
   <source>There is no text in this document.</source>
   <translation>この文書には文字がありません。</translation>
  </message>
  <message>
   <source>There is no text in this file. PDF, Word, PowerPoint, Excel, EPUB, web pages, Markdown, plain text, subtitles and CSV can be read.</source>
   <translation>このファイルには文がありません。読めるのは PDF、Word、PowerPoint、Excel、EPUB、ウェブページ、Markdown、テキスト、字幕、CSV です。</translation>
  </message>
  <message>
   <source>There is no tool of this name.</source>
   <translation>その名前のツールはありません。</translation>
  </message>
  <message>
   <source>There is no voice or model in “{name}”.</source>
   <translation>「{name}」に声もモデルもありません。</translation>
  </message>
  <message>
   <source>There is no voice yet</source>
   <translation>声がまだありません</translation>
  </message>
  <message>
   <source>There is no voice yet. Drop a voice (.pth) on the library, with its index if there is one, or the folder of RVC WebUI or Applio.</source>
   <translation>声がまだありません。声（.pth）をライブラリにドロップしてください。インデックスがあれば一緒にドロップします。RVC WebUI か Applio のフォルダーごとでもかまいません。</translation>
  </message>
  <message>
   <source>There is no voice “{name}”, or several of this name. There are: {known}.</source>
   <translation>「{name}」という声がないか、同じ名前の声が複数あります。使える声：{known}。</translation>
  </message>
  <message>
   <source>There is no voice “{name}”.</source>
   <translation>「{name}」という声はありません。</translation>
  </message>
  <message>
   <source>There is no voice “{name}”: the library is empty. Add one with “characoid voices import FILE”.</source>
   <translation>「{name}」という声はありません。ライブラリは空です。「characoid voices import FILE」で追加してください。</translation>
  </message>
  <message>
   <source>There is no way “{name}” to take music apart. There are: {known}</source>
   <translation>「{name}」という分離方法はありません。使える方法：{known}</translation>
  </message>
  <message>
   <source>There is no worker “{name}”.</source>
   <translation>「{name}」という担当はありません。</translation>
  </message>
  <message>
   <source>There is not enough room on the disk: {size} MB are needed. Free some space, then try again.</source>
   <translation>ディスクの空きが足りません。{size} MB 必要です。空きを作って、もう一度試してください。</translation>
  </message>
  <message>
   <source>There is nothing in this index; it is a by-product of training. Use the one whose name begins with “added”.</source>
   <translation>このインデックスは空です。学習の途中でできるファイルです。名前が「added」で始まるものを使ってください。</translation>
  </message>
  <message>
   <source>There is nothing to remember.</source>
   <translation>覚える内容がありません。</translation>
  </message>
  <message>
   <source>There is nothing to send.</source>
   <translation>送る内容がありません。</translation>
  </message>
  <message>
   <source>There is nothing yet that could be looked at.</source>
   <translation>見られるものがまだありません。</translation>
  </message>
  <message>
   <source>There is nothing yet to choose from.</source>
   <translation>選べるものがまだありません。</translation>
  </message>
  <message>
   <source>There was not enough memory. Close other programs, or try a shorter piece.</source>
   <translation>メモリーが足りませんでした。ほかのアプリを閉じるか、短い音声で試してください。</translation>
  </message>
  <message>
   <source>These data were written by a newer version of CHARACOID Desktop. Install that version, or choose another data folder.</source>
   <translation>このデータは新しいバージョンの CHARACOID Desktop で書かれたものです。そのバージョンを入れるか、別のデータフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>These files are in the list already.</source>
   <translation>これらのファイルはもう一覧にあります。</translation>
  </message>
  <message>
   <source>These settings cannot be stored.</source>
   <translation>この設定は保存できません。</translation>
  </message>
  <message>
   <source>Thinking</source>
   <translation>思考中</translation>
  </message>
  <message>
   <source>Thinking (neither spoken nor sent again)</source>
   <translation>思考中（読み上げず、再送もしません）</translation>
  </message>
  <message>
   <source>Thinking…</source>
   <translation>考えています…</translation>
  </message>
  <message>
   <source>Third-party notices</source>
   <translation>第三者ライセンス</translation>
  </message>
  <message>
   <source>This Demucs file holds program parts of a model that is not known here. Use HTDemucs.</source>
   <translation>この Demucs ファイルには、対応していないモデルのプログラムが含まれています。HTDemucs を使ってください。</translation>
  </message>
  <message>
   <source>This address gives no page or document that can be read (“{kind}”).</source>
   <translation>このアドレスには、読めるページや文書がありません（「{kind}」）。</translation>
  </message>
  <message>
   <source>This address holds a space or an invisible sign.</source>
   <translation>アドレスに空白か見えない文字が入っています。</translation>
  </message>
  <message>
   <source>This address holds a user name or a password. Use it without them.</source>
   <translation>アドレスにユーザー名かパスワードが入っています。取り除いて使ってください。</translation>
  </message>
  <message>
   <source>This address is longer than {n} characters.</source>
   <translation>アドレスが {n} 文字を超えています。</translation>
  </message>
  <message>
   <source>This archive holds no character.</source>
   <translation>このアーカイブにキャラクターは入っていません。</translation>
  </message>
  <message>
   <source>This call has no name of its own.</source>
   <translation>この呼び出しには ID がありません。</translation>
  </message>
  <message>
   <source>This cannot be asked.</source>
   <translation>この確認は出せません。</translation>
  </message>
  <message>
   <source>This cannot be stopped now</source>
   <translation>今は止められません</translation>
  </message>
  <message>
   <source>This character</source>
   <translation>このキャラクター</translation>
  </message>
  <message>
   <source>This character card is of a newer kind ({kind}) than this version of the app can read.</source>
   <translation>このキャラクターカードは新しい形式（{kind}）で、このバージョンのアプリでは読めません。</translation>
  </message>
  <message>
   <source>This character is not there any more.</source>
   <translation>このキャラクターはもういません。</translation>
  </message>
  <message>
   <source>This character may not do this.</source>
   <translation>このキャラクターには許可されていません。</translation>
  </message>
  <message>
   <source>This character may not use the {worker}.</source>
   <translation>このキャラクターは {worker} を使えません。</translation>
  </message>
  <message>
   <source>This character was saved by a newer version of the app. Update the app to read it.</source>
   <translation>このキャラクターは、新しいバージョンのアプリで保存したものです。読み込むには、アプリを更新してください。</translation>
  </message>
  <message>
   <source>This confirmation was used already.</source>
   <translation>この確認はもう使われています。</translation>
  </message>
  <message>
   <source>This conversation does not belong to the character.</source>
   <translation>この会話は、このキャラクターのものではありません。</translation>
  </message>
  <message>
   <source>This conversation is not there any more.</source>
   <translation>この会話はもうありません。</translation>
  </message>
  <message>
   <source>This conversion is over already.</source>
   <translation>この変換はもう終わっています。</translation>
  </message>
  <message>
   <source>This desktop has no tray.</source>
   <translation>このデスクトップにはトレイがありません。</translation>
  </message>
  <message>
   <source>This did not work because of a fault in the app. The log says more.</source>
   <translation>アプリの不具合でできませんでした。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>This did not work because of a fault in the app. Your files are untouched. Report: {file}</source>
   <translation>アプリの不具合でできませんでした。あなたのファイルはそのままです。報告：{file}</translation>
  </message>
  <message>
   <source>This did not work.</source>
   <translation>できませんでした。</translation>
  </message>
  <message>
   <source>This document is not there any more.</source>
   <translation>この文書はもうありません。</translation>
  </message>
  <message>
   <source>This does not fit: {why}</source>
   <translation>合わない内容です：{why}</translation>
  </message>
  <message>
   <source>This entry is no longer there.</source>
   <translation>この項目はもうありません。</translation>
  </message>
  <message>
   <source>This entry is not there any more.</source>
   <translation>この項目はもうありません。</translation>
  </message>
  <message>
   <source>This file could not be converted.</source>
   <translation>このファイルを変換できませんでした。</translation>
  </message>
  <message>
   <source>This file has no result to save any more.</source>
   <translation>このファイルには、保存できる結果がもうありません。</translation>
  </message>
  <message>
   <source>This file holds no rows of text, so there is no table in it.</source>
   <translation>このファイルには文字の行がないため、表になりません。</translation>
  </message>
  <message>
   <source>This file is not attached any more.</source>
   <translation>このファイルはもう添付されていません。</translation>
  </message>
  <message>
   <source>This file is not in the list any more.</source>
   <translation>このファイルはもう一覧にありません。</translation>
  </message>
  <message>
   <source>This file is not in the session.</source>
   <translation>そのファイルはセッションにありません。</translation>
  </message>
  <message>
   <source>This file is still used by a session or a conversation. Remove it there first.</source>
   <translation>このファイルはセッションか会話で使われています。先にそこから外してください。</translation>
  </message>
  <message>
   <source>This file takes {time} on this computer. Length and channels stay.</source>
   <translation>所要時間の目安：{time}（このパソコン）。長さとチャンネル数は変わりません。</translation>
  </message>
  <message>
   <source>This file takes {time}, as a first guess. Length and channels stay.</source>
   <translation>所要時間の目安：{time}（仮の見積もり）。長さとチャンネル数は変わりません。</translation>
  </message>
  <message>
   <source>This first message was changed elsewhere meanwhile.</source>
   <translation>この最初のひとことは、ほかの場所で変更されました。</translation>
  </message>
  <message>
   <source>This index does not belong to the voice “{voice}”.</source>
   <translation>このインデックスは「{voice}」のものではありません。</translation>
  </message>
  <message>
   <source>This is ContentVec in its old form (fairseq), which holds program parts. Use the folder with config.json and pytorch_model.bin instead; Applio keeps it in rvc/models/embedders/contentvec.</source>
   <translation>古い形式（fairseq）の ContentVec で、プログラムが含まれています。代わりに config.json と pytorch_model.bin のあるフォルダーを使ってください。Applio では rvc/models/embedders/contentvec にあります。</translation>
  </message>
  <message>
   <source>This is a document in the form from before 2007. Save it as .docx, .xlsx or .pptx, then add that.</source>
   <translation>2007 年より前の形式の文書です。.docx、.xlsx、.pptx のどれかで保存して、それを追加してください。</translation>
  </message>
  <message>
   <source>This is a training file, not a voice. Export the small model from the training program (in RVC WebUI it lies in assets/weights, in Applio beside the training files), then drop that.</source>
   <translation>声ではなく、学習用のファイルです。学習に使ったアプリから小さいモデルを書き出し（RVC WebUI では assets/weights、Applio では学習ファイルの隣にあります）、それをドロップしてください。</translation>
  </message>
  <message>
   <source>This is needed.</source>
   <translation>入力が必要です。</translation>
  </message>
  <message>
   <source>This is neither a voice nor a model that is known here, whatever its name says.</source>
   <translation>名前にかかわらず、対応している声でもモデルでもありません。</translation>
  </message>
  <message>
   <source>This is no character card (a PNG, JSON or zip file with a character in it).</source>
   <translation>キャラクターカード（キャラクターの入った PNG、JSON、zip ファイル）ではありません。</translation>
  </message>
  <message>
   <source>This is not a file that can be read.</source>
   <translation>読めるファイルではありません。</translation>
  </message>
  <message>
   <source>This is not a full web address. It begins with https:// or http://.</source>
   <translation>完全な URL ではありません。https:// か http:// で始まります。</translation>
  </message>
  <message>
   <source>This is not a picture that can be shown. Choose a PNG or JPEG file.</source>
   <translation>表示できる画像ではありません。PNG か JPEG のファイルを選んでください。</translation>
  </message>
  <message>
   <source>This is not a picture that can be shown. Choose a PNG, JPEG or WebP file.</source>
   <translation>表示できる画像ではありません。PNG、JPEG、WebP のファイルを選んでください。</translation>
  </message>
  <message>
   <source>This is not a sound file, whatever its name says.</source>
   <translation>名前は音声のようでも、音声ファイルではありません。</translation>
  </message>
  <message>
   <source>This is not a sound file; its content looks like {found}.</source>
   <translation>音声ファイルではありません。中身は {found} のようです。</translation>
  </message>
  <message>
   <source>This is not a voice of RVC.</source>
   <translation>RVC の声ではありません。</translation>
  </message>
  <message>
   <source>This is not a voice of RVC: “{missing}” is missing in it.</source>
   <translation>RVC の声ではありません。「{missing}」がありません。</translation>
  </message>
  <message>
   <source>This is not a web address.</source>
   <translation>ウェブのアドレスではありません。</translation>
  </message>
  <message>
   <source>This is not allowed for this character.</source>
   <translation>このキャラクターには許可されていません。</translation>
  </message>
  <message>
   <source>This is not one of the choices.</source>
   <translation>選択肢にないものです。</translation>
  </message>
  <message>
   <source>This is not what was confirmed.</source>
   <translation>確認した内容と違います。</translation>
  </message>
  <message>
   <source>This is the first version</source>
   <translation>最初のバージョンです</translation>
  </message>
  <message>
   <source>This is the newest version</source>
   <translation>最新のバージョンです</translation>
  </message>
  <message>
   <source>This is the only character. Make or import another one first.</source>
   <translation>これが唯一のキャラクターです。先に別のキャラクターを作るか、読み込んでください。</translation>
  </message>
  <message>
   <source>This is {found}, so there is no document in it that can be read here.</source>
   <translation>中身は {found} なので、ここで読める文書ではありません。</translation>
  </message>
  <message>
   <source>This key is too long for the key store of Windows. It is kept until the app closes.</source>
   <translation>キーが長すぎて Windows のキーストアに入りません。アプリを閉じるまで保持します。</translation>
  </message>
  <message>
   <source>This kind of separation model is not supported. HTDemucs, BS-Roformer, Mel-Band Roformer, MDX23C and MDX-Net (ONNX) are.</source>
   <translation>この種類の分離モデルには対応していません。使えるのは HTDemucs、BS-Roformer、Mel-Band Roformer、MDX23C、MDX-Net（ONNX）です。</translation>
  </message>
  <message>
   <source>This link leads to no web page, so it was not opened.</source>
   <translation>リンク先がウェブページではないため、開きませんでした。</translation>
  </message>
  <message>
   <source>This message is longer than the model can read at once.</source>
   <translation>メッセージが、モデルの一度に読める長さを超えています。</translation>
  </message>
  <message>
   <source>This message is not there any more.</source>
   <translation>このメッセージはもうありません。</translation>
  </message>
  <message>
   <source>This model cannot use tools. Set “Tools” to “Automatic” or “Described in text”.</source>
   <translation>このモデルはツールを使えません。「ツール」を「自動」か「文で説明」にしてください。</translation>
  </message>
  <message>
   <source>This model is not in the library any more. Choose another way.</source>
   <translation>このモデルはもうライブラリにありません。別の方法を選んでください。</translation>
  </message>
  <message>
   <source>This passage is not there any more. Its document was removed or updated.</source>
   <translation>この箇所はもうありません。文書が取り除かれたか、更新されました。</translation>
  </message>
  <message>
   <source>This picture holds no character. Choose the original card file.</source>
   <translation>この画像にキャラクターは入っていません。元のカードファイルを選んでください。</translation>
  </message>
  <message>
   <source>This picture is too large to be pasted. Save it and add the file.</source>
   <translation>画像が大きすぎて貼り付けられません。保存してからファイルを追加してください。</translation>
  </message>
  <message>
   <source>This program does not answer as rvc-next does.</source>
   <translation>このプログラムは rvc-next の応答をしません。</translation>
  </message>
  <message>
   <source>This proposal is not open any more.</source>
   <translation>この提案はもう終わっています。</translation>
  </message>
  <message>
   <source>This question does not fit the tables.</source>
   <translation>この質問は表に合いません。</translation>
  </message>
  <message>
   <source>This question to the tables is not allowed, so it was not asked.</source>
   <translation>表へのこの質問は許可されていないため、実行していません。</translation>
  </message>
  <message>
   <source>This question was shown again since. Please look at it once more.</source>
   <translation>この確認はそのあと開き直されています。もう一度見てください。</translation>
  </message>
  <message>
   <source>This request has expired.</source>
   <translation>この確認は期限切れです。</translation>
  </message>
  <message>
   <source>This request is no longer needed: its turn has ended.</source>
   <translation>実行が終わったため、この確認は要りません。</translation>
  </message>
  <message>
   <source>This request was answered elsewhere: approved once.</source>
   <translation>別の場所で回答済みです：今回だけ許可。</translation>
  </message>
  <message>
   <source>This request was answered elsewhere: denied.</source>
   <translation>別の場所で回答済みです：拒否。</translation>
  </message>
  <message>
   <source>This server has no model yet. Load one there first.</source>
   <translation>このサーバーにはまだモデルがありません。先に読み込んでください。</translation>
  </message>
  <message>
   <source>This skill needs a tool that this character may not use.</source>
   <translation>このスキルに必要なツールが、このキャラクターには許可されていません。</translation>
  </message>
  <message>
   <source>This step did not work.</source>
   <translation>この処理はできませんでした。</translation>
  </message>
  <message>
   <source>This step is already at work.</source>
   <translation>この処理はもう実行中です。</translation>
  </message>
  <message>
   <source>This step took too long and was ended.</source>
   <translation>この処理は時間がかかりすぎたため、終了しました。</translation>
  </message>
  <message>
   <source>This step took too long and was stopped.</source>
   <translation>この処理は時間がかかりすぎたため、止めました。</translation>
  </message>
  <message>
   <source>This step was cancelled.</source>
   <translation>この処理は取り消されました。</translation>
  </message>
  <message>
   <source>This step was cut off. Whether it took effect is not known; please look before it is done again.</source>
   <translation>この処理は途中で切れ、効いたかどうか分かりません。やり直す前に確かめてください。</translation>
  </message>
  <message>
   <source>This step was made with other values already.</source>
   <translation>この処理は別の値で行われています。</translation>
  </message>
  <message>
   <source>This step was not allowed, and nothing was done.</source>
   <translation>この処理は許可されていないため、何も行っていません。</translation>
  </message>
  <message>
   <source>This stopped because of a fault in the app. The log says more.</source>
   <translation>アプリの不具合で止まりました。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>This system has no key store. Keys are kept until the app closes and are never written to a file.</source>
   <translation>このシステムにはキーストアがありません。キーはアプリを閉じるまで保持し、ファイルには書きません。</translation>
  </message>
  <message>
   <source>This took more steps than one answer may take, so it was ended.</source>
   <translation>1 回の返事で使えるステップ数を超えたため、終了しました。</translation>
  </message>
  <message>
   <source>This took too long and was cut off.</source>
   <translation>時間がかかりすぎたため、打ち切りました。</translation>
  </message>
  <message>
   <source>This tool does not belong to this worker.</source>
   <translation>このツールは、この担当のものではありません。</translation>
  </message>
  <message>
   <source>This try-out is long enough. Begin it anew.</source>
   <translation>試し話が長くなりました。最初から始めてください。</translation>
  </message>
  <message>
   <source>This turn cannot go on: what it had got to cannot be read.</source>
   <translation>この実行は続けられません。途中までの記録を読めません。</translation>
  </message>
  <message>
   <source>This turn is over.</source>
   <translation>この実行は終わっています。</translation>
  </message>
  <message>
   <source>This turn was interrupted.</source>
   <translation>この実行は中断されました。</translation>
  </message>
  <message>
   <source>This voice has a pitch of its own.</source>
   <translation>この声の高さは決まっています。</translation>
  </message>
  <message>
   <source>This voice has no index.</source>
   <translation>この声にインデックスはありません。</translation>
  </message>
  <message>
   <source>This voice is of a version that is not known here; v1 and v2 are.</source>
   <translation>この声のバージョンには対応していません。使えるのは v1 と v2 です。</translation>
  </message>
  <message>
   <source>This voice is of the version “{found}”; versions v1 and v2 are known here.</source>
   <translation>この声のバージョンは「{found}」です。対応しているのは v1 と v2 です。</translation>
  </message>
  <message>
   <source>This voice is of version v1, which needs a ContentVec with its final projection; the one in the library has none.</source>
   <translation>この声は v1 で、最終射影（final_proj）のある ContentVec が必要ですが、ライブラリのものにはありません。</translation>
  </message>
  <message>
   <source>This voice needs no pitch.</source>
   <translation>この声にピッチは要りません。</translation>
  </message>
  <message>
   <source>This voice or model is not in the library any more.</source>
   <translation>この声またはモデルは、もうライブラリにありません。</translation>
  </message>
  <message>
   <source>This voice takes no index.</source>
   <translation>この声にインデックスは使えません。</translation>
  </message>
  <message>
   <source>This voice was made for another program than RVC.</source>
   <translation>RVC ではなく、別のアプリ用の声です。</translation>
  </message>
  <message>
   <source>This voice was made for {vocoder}, which RVC voices here do not use. Export or train it with the usual vocoder (HiFi-GAN).</source>
   <translation>この声は {vocoder} 用です。ここの RVC では使えません。標準のボコーダー（HiFi-GAN）で書き出すか、学習してください。</translation>
  </message>
  <message>
   <source>This voice was trained with something else than ContentVec, so it would not speak here.</source>
   <translation>この声は ContentVec 以外で学習しているため、ここでは話せません。</translation>
  </message>
  <message>
   <source>This voice was trained with “{embedder}” instead of ContentVec, so it would not speak here.</source>
   <translation>この声は ContentVec ではなく「{embedder}」で学習しているため、ここでは話せません。</translation>
  </message>
  <message>
   <source>This was answered already.</source>
   <translation>これはもう回答済みです。</translation>
  </message>
  <message>
   <source>This was denied.</source>
   <translation>これは断られています。</translation>
  </message>
  <message>
   <source>This was not confirmed.</source>
   <translation>これは確認されていません。</translation>
  </message>
  <message>
   <source>This week</source>
   <translation>今週</translation>
  </message>
  <message>
   <source>This worker does not have the task “{task}”. It has: {known}</source>
   <translation>この担当に「{task}」という仕事はありません。あるもの：{known}</translation>
  </message>
  <message>
   <source>This worker does not have this task.</source>
   <translation>この担当にこの仕事はありません。</translation>
  </message>
  <message>
   <source>Thought for {time}</source>
   <translation>思考時間 {time}</translation>
  </message>
  <message>
   <source>Thought for {time} (neither spoken nor sent again)</source>
   <translation>思考時間 {time}（読み上げず、再送もしません）</translation>
  </message>
  <message>
   <source>Thoughts</source>
   <translation>思考</translation>
  </message>
  <message>
   <source>Thoughts (neither spoken nor sent again)</source>
   <translation>思考（読み上げず、再送もしません）</translation>
  </message>
  <message>
   <source>Thu</source>
   <translation>木曜</translation>
  </message>
  <message>
   <source>Time</source>
   <translation>時刻</translation>
  </message>
  <message>
   <source>Tiny</source>
   <translation>小人</translation>
  </message>
  <message>
   <source>Title</source>
   <translation>タイトル</translation>
  </message>
  <message>
   <source>Title of the conversation</source>
   <translation>会話のタイトル</translation>
  </message>
  <message>
   <source>To try it out, a text has at most {n} characters.</source>
   <translation>試しに話すとき、文は {n} 文字までです。</translation>
  </message>
  <message>
   <source>Today</source>
   <translation>今日</translation>
  </message>
  <message>
   <source>Told only when it comes up in the conversation</source>
   <translation>会話に出てきたときだけ読みます</translation>
  </message>
  <message>
   <source>Took</source>
   <translation>時間</translation>
  </message>
  <message>
   <source>Took too long</source>
   <translation>時間切れ</translation>
  </message>
  <message>
   <source>Tool</source>
   <translation>ツール</translation>
  </message>
  <message>
   <source>Tools</source>
   <translation>ツール</translation>
  </message>
  <message>
   <source>Train this voice?</source>
   <translation>この声を学習しますか？</translation>
  </message>
  <message>
   <source>Trained</source>
   <translation>学習回数</translation>
  </message>
  <message>
   <source>Try a sample</source>
   <translation>見本で試す</translation>
  </message>
  <message>
   <source>Try again</source>
   <translation>もう一度</translation>
  </message>
  <message>
   <source>Try all failed again</source>
   <translation>失敗したものをもう一度</translation>
  </message>
  <message>
   <source>Try it out</source>
   <translation>試しに話す</translation>
  </message>
  <message>
   <source>Try with smaller pieces</source>
   <translation>小さく分けて試す</translation>
  </message>
  <message>
   <source>Trying again asks again before anything is changed.</source>
   <translation>再試行のときは、もう一度確認します。</translation>
  </message>
  <message>
   <source>Trying…</source>
   <translation>試行中…</translation>
  </message>
  <message>
   <source>Tue</source>
   <translation>火曜</translation>
  </message>
  <message>
   <source>Turn {id}</source>
   <translation>実行 ID {id}</translation>
  </message>
  <message>
   <source>Turns</source>
   <translation>実行</translation>
  </message>
  <message>
   <source>Two more voices beside the first, slightly late.</source>
   <translation>少し遅れた声を 2 つ重ねます。</translation>
  </message>
  <message>
   <source>Type a name…</source>
   <translation>名前を入力…</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>元に戻す</translation>
  </message>
  <message>
   <source>Unfinished turns cannot be kept safely with the libraries that are installed.</source>
   <translation>今入っているライブラリでは、途中の実行を安全に保存できません。</translation>
  </message>
  <message>
   <source>Unpin</source>
   <translation>ピンを外す</translation>
  </message>
  <message>
   <source>Up to here the character reads a summary ({n} message)</source>
   <translation>ここまでは、キャラクターは要約を読みます（メッセージ {n} 件）</translation>
  </message>
  <message>
   <source>Up to here the character reads a summary ({n} messages)</source>
   <translation>ここまでは、キャラクターは要約を読みます（メッセージ {n} 件）</translation>
  </message>
  <message>
   <source>Up to here the character reads only the beginning of what you said ({n} message)</source>
   <translation>ここまでは、キャラクターはあなたの発言の冒頭だけを読みます（メッセージ {n} 件）</translation>
  </message>
  <message>
   <source>Up to here the character reads only the beginnings of what you said ({n} messages)</source>
   <translation>ここまでは、キャラクターはあなたの発言の冒頭だけを読みます（メッセージ {n} 件）</translation>
  </message>
  <message>
   <source>Update this?</source>
   <translation>これを更新しますか？</translation>
  </message>
  <message>
   <source>Updated</source>
   <translation>更新</translation>
  </message>
  <message>
   <source>Upper and lower case matter</source>
   <translation>大文字と小文字を区別</translation>
  </message>
  <message>
   <source>Use</source>
   <translation>使う</translation>
  </message>
  <message>
   <source>Used for</source>
   <translation>用途</translation>
  </message>
  <message>
   <source>Used only while “{label}” is on.</source>
   <translation>「{label}」がオンのときだけ使います。</translation>
  </message>
  <message>
   <source>Used only while “{label}” is “{choice}”.</source>
   <translation>「{label}」が「{choice}」のときだけ使います。</translation>
  </message>
  <message>
   <source>Used when results go into one folder.</source>
   <translation>結果を 1 つのフォルダーに保存するときに使います。</translation>
  </message>
  <message>
   <source>Uses</source>
   <translation>使うもの</translation>
  </message>
  <message>
   <source>Version</source>
   <translation>バージョン</translation>
  </message>
  <message>
   <source>Version of the card</source>
   <translation>カードのバージョン</translation>
  </message>
  <message>
   <source>Version to listen to</source>
   <translation>聴くバージョン</translation>
  </message>
  <message>
   <source>Version {n} of {count}</source>
   <translation>バージョン {n} / {count}</translation>
  </message>
  <message>
   <source>Very low and very large.</source>
   <translation>とても低く、とても大きな体の声。</translation>
  </message>
  <message>
   <source>Violet</source>
   <translation>すみれ色</translation>
  </message>
  <message>
   <source>Vocals</source>
   <translation>ボーカル</translation>
  </message>
  <message>
   <source>Voice</source>
   <translation>声</translation>
  </message>
  <message>
   <source>Voice Studio</source>
   <translation>音声スタジオ</translation>
  </message>
  <message>
   <source>Voice and music</source>
   <translation>ボーカルと伴奏</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are apart already.</source>
   <translation>「{name}」のボーカルと伴奏はもう分離してあります。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are apart.</source>
   <translation>「{name}」のボーカルと伴奏を分離しました。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are being taken apart.</source>
   <translation>「{name}」のボーカルと伴奏を分離しています。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are being taken apart: {time}.</source>
   <translation>「{name}」のボーカルと伴奏を分離しています（{time}）。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are mixed.</source>
   <translation>「{name}」のボーカルと伴奏をミックスしました。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” could not be taken apart.</source>
   <translation>「{name}」のボーカルと伴奏を分離できませんでした。</translation>
  </message>
  <message>
   <source>Voice conversion</source>
   <translation>音声変換</translation>
  </message>
  <message>
   <source>Voice earlier or later</source>
   <translation>声のタイミング</translation>
  </message>
  <message>
   <source>Voice settings</source>
   <translation>声の設定</translation>
  </message>
  <message>
   <source>Voices</source>
   <translation>声</translation>
  </message>
  <message>
   <source>Voices and models</source>
   <translation>声とモデル</translation>
  </message>
  <message>
   <source>Voices and models…</source>
   <translation>声とモデル…</translation>
  </message>
  <message>
   <source>Voices can be converted. {running} running, {waiting} waiting.</source>
   <translation>音声変換を使えます。変換中 {running} 件、順番待ち {waiting} 件。</translation>
  </message>
  <message>
   <source>Voices of the library cannot be used yet</source>
   <translation>ライブラリの声はまだ使えません</translation>
  </message>
  <message>
   <source>Voices of the library speak through</source>
   <translation>ライブラリの声の変換</translation>
  </message>
  <message>
   <source>Voices, indexes, models ({patterns})</source>
   <translation>声、インデックス、モデル ({patterns})</translation>
  </message>
  <message>
   <source>Volume</source>
   <translation>音量</translation>
  </message>
  <message>
   <source>WAV and FLAC keep everything; the others are smaller.</source>
   <translation>WAV と FLAC は音をそのまま残します。ほかは小さくなります。</translation>
  </message>
  <message>
   <source>Waiting</source>
   <translation>変換待ち</translation>
  </message>
  <message>
   <source>Waiting for another conversion on this computer</source>
   <translation>このパソコンの別の変換が終わるのを待っています</translation>
  </message>
  <message>
   <source>Waiting for you</source>
   <translation>確認待ち</translation>
  </message>
  <message>
   <source>Waiting its turn</source>
   <translation>順番待ち</translation>
  </message>
  <message>
   <source>Waiting to begin</source>
   <translation>開始待ち</translation>
  </message>
  <message>
   <source>Waiting {n}</source>
   <translation>確認待ち {n}</translation>
  </message>
  <message>
   <source>Waits for its turn</source>
   <translation>順番待ち</translation>
  </message>
  <message>
   <source>Waits for you</source>
   <translation>確認待ち</translation>
  </message>
  <message>
   <source>Waits for your confirmation</source>
   <translation>確認待ち</translation>
  </message>
  <message>
   <source>Waits for your confirmation.</source>
   <translation>確認を待っています。</translation>
  </message>
  <message>
   <source>Waits for your input</source>
   <translation>入力待ち</translation>
  </message>
  <message>
   <source>Waits for {n} confirmations from you.</source>
   <translation>確認待ちが {n} 件あります。</translation>
  </message>
  <message>
   <source>Warn when less is free than</source>
   <translation>空きがこれより少なければ知らせる</translation>
  </message>
  <message>
   <source>Warning</source>
   <translation>注意</translation>
  </message>
  <message>
   <source>Waveform</source>
   <translation>波形</translation>
  </message>
  <message>
   <source>Web search</source>
   <translation>ウェブ検索</translation>
  </message>
  <message>
   <source>Wed</source>
   <translation>水曜</translation>
  </message>
  <message>
   <source>Went on</source>
   <translation>再開</translation>
  </message>
  <message>
   <source>What</source>
   <translation>内容</translation>
  </message>
  <message>
   <source>What answers at {host} is not a model server. It may be the log-in page of a network.</source>
   <translation>{host} の応答はモデルのサーバーのものではありません。ネットワークのログインページかもしれません。</translation>
  </message>
  <message>
   <source>What arrived is kept.</source>
   <translation>ここまでの文は残っています。</translation>
  </message>
  <message>
   <source>What can you do for me?</source>
   <translation>何ができるの？</translation>
  </message>
  <message>
   <source>What else could be added</source>
   <translation>ほかに追加できるもの</translation>
  </message>
  <message>
   <source>What had arrived is kept in the chat.</source>
   <translation>届いた文はチャットに残っています。</translation>
  </message>
  <message>
   <source>What had been done by then stays done: {steps}.</source>
   <translation>それまでに終わったことは残っています：{steps}。</translation>
  </message>
  <message>
   <source>What is finished is kept. Work that is stopped leaves no half-written file and can be started again.</source>
   <translation>終わったものは残ります。止めた処理は途中のファイルを残さず、あとでもう一度始められます。</translation>
  </message>
  <message>
   <source>What is it like?</source>
   <translation>どんな性格ですか？</translation>
  </message>
  <message>
   <source>What is missing for the conversion?</source>
   <translation>変換に足りないものは？</translation>
  </message>
  <message>
   <source>What its author allows.</source>
   <translation>作者が許可している使い方です。</translation>
  </message>
  <message>
   <source>What the character knows about it</source>
   <translation>キャラクターが知っていること</translation>
  </message>
  <message>
   <source>What the character says first</source>
   <translation>キャラクターが最初に話すこと</translation>
  </message>
  <message>
   <source>What the model gets</source>
   <translation>モデルに渡る内容</translation>
  </message>
  <message>
   <source>What the workers do stands here: with which arguments, and by whose permission.</source>
   <translation>担当が行ったことを、引数と許可した人とともに残します。</translation>
  </message>
  <message>
   <source>What to remember</source>
   <translation>覚えること</translation>
  </message>
  <message>
   <source>What was filled in does not fit.</source>
   <translation>入力された内容が合いません。</translation>
  </message>
  <message>
   <source>What was set aside is kept in the folder “damaged”.</source>
   <translation>分けたものは「damaged」フォルダーに残してあります。</translation>
  </message>
  <message>
   <source>What you wrote is still in the text field.</source>
   <translation>書いた文は入力欄に残っています。</translation>
  </message>
  <message>
   <source>What your characters do and what takes a while stands here.</source>
   <translation>キャラクターの動きと、時間のかかる処理をここに残します。</translation>
  </message>
  <message>
   <source>When I close the window during work</source>
   <translation>処理中にウィンドウを閉じたとき</translation>
  </message>
  <message>
   <source>When a character wants to change something, it asks here first.</source>
   <translation>キャラクターが何かを変えるときは、先にここで確認します。</translation>
  </message>
  <message>
   <source>Where and when?</source>
   <translation>いつ、どこで？</translation>
  </message>
  <message>
   <source>Where it stands in the prompt</source>
   <translation>プロンプトでの位置</translation>
  </message>
  <message>
   <source>Where you hear originals and results.</source>
   <translation>元の音声と結果を聞くときの出力先です。</translation>
  </message>
  <message>
   <source>Whether it took effect is not known.</source>
   <translation>効いたかどうかは分かりません。</translation>
  </message>
  <message>
   <source>Which memories</source>
   <translation>どの記憶</translation>
  </message>
  <message>
   <source>Which voice presets are there?</source>
   <translation>どんな変換プリセットがある？</translation>
  </message>
  <message>
   <source>Whisper</source>
   <translation>ささやき</translation>
  </message>
  <message>
   <source>Who is this? What does the character like, how does it talk?</source>
   <translation>どんな子で、何が好きで、どう話しますか？</translation>
  </message>
  <message>
   <source>Who is this? {{char}} stands for its name, {{user}} for you</source>
   <translation>どんな子ですか？ {{char}} は名前、{{user}} はあなたになります</translation>
  </message>
  <message>
   <source>Who made it.</source>
   <translation>作った人です。</translation>
  </message>
  <message>
   <source>Whose memories</source>
   <translation>だれの記憶</translation>
  </message>
  <message>
   <source>Why not? The character reads this.</source>
   <translation>なぜ断るのか。キャラクターが読みます。</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>ウィンドウ</translation>
  </message>
  <message>
   <source>With text from outside</source>
   <translation>外部の文あり</translation>
  </message>
  <message>
   <source>Without a word nothing brings it to mind.</source>
   <translation>言葉がないと思い出せません。</translation>
  </message>
  <message>
   <source>Without running work the window just closes.</source>
   <translation>処理中でなければ、そのまま閉じます。</translation>
  </message>
  <message>
   <source>Words that bring it to mind</source>
   <translation>思い出すきっかけの言葉</translation>
  </message>
  <message>
   <source>Work goes on. What does not fit is refused before it starts.</source>
   <translation>処理は続けます。入りきらないものは、始める前に断ります。</translation>
  </message>
  <message>
   <source>Work that takes a while shows here, with Cancel.</source>
   <translation>時間のかかる処理がここに出て、取り消せます。</translation>
  </message>
  <message>
   <source>Worker</source>
   <translation>担当</translation>
  </message>
  <message>
   <source>Worker manifest not found</source>
   <translation>担当の一覧にありません</translation>
  </message>
  <message>
   <source>Working</source>
   <translation>処理中</translation>
  </message>
  <message>
   <source>Working on the documents…</source>
   <translation>文書を扱っています…</translation>
  </message>
  <message>
   <source>Working on the profile…</source>
   <translation>プロフィールを扱っています…</translation>
  </message>
  <message>
   <source>Working on the voice conversion…</source>
   <translation>音声変換を扱っています…</translation>
  </message>
  <message>
   <source>Working on the voice…</source>
   <translation>音声を扱っています…</translation>
  </message>
  <message>
   <source>Writing</source>
   <translation>書き出し中</translation>
  </message>
  <message>
   <source>Writing down a recording</source>
   <translation>録音を文字起こし</translation>
  </message>
  <message>
   <source>Writing into “{folder}” failed. Choose another folder.</source>
   <translation>「{folder}」に書き込めませんでした。別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>Written into the tags of files made with it.</source>
   <translation>この声で作ったファイルのタグに書き込みます。</translation>
  </message>
  <message>
   <source>You</source>
   <translation>あなた</translation>
  </message>
  <message>
   <source>You approved once</source>
   <translation>あなたが「今回だけ許可」</translation>
  </message>
  <message>
   <source>You approved this once.</source>
   <translation>今回だけ許可しました。</translation>
  </message>
  <message>
   <source>You can find it in its folder.</source>
   <translation>フォルダーの中にあります。</translation>
  </message>
  <message>
   <source>You denied</source>
   <translation>あなたが拒否</translation>
  </message>
  <message>
   <source>You denied this.</source>
   <translation>断りました。</translation>
  </message>
  <message>
   <source>You said no to this step, and nothing was done.</source>
   <translation>あなたが断ったため、この処理では何も行っていません。</translation>
  </message>
  <message>
   <source>You said no to this, and nothing was done.</source>
   <translation>あなたが断ったため、何も行っていません。</translation>
  </message>
  <message>
   <source>Your backups and your own files are untouched.</source>
   <translation>バックアップとあなたのファイルはそのままです。</translation>
  </message>
  <message>
   <source>Your conversations are safe, and everything else works.</source>
   <translation>会話は無事で、ほかの機能は使えます。</translation>
  </message>
  <message>
   <source>Your conversations are safe.</source>
   <translation>会話は無事です。</translation>
  </message>
  <message>
   <source>Your data is being checked. This takes longer after a crash or on a slow disk.</source>
   <translation>データを確かめています。クラッシュのあとや遅いディスクでは、少し長くかかります。</translation>
  </message>
  <message>
   <source>Your data is safe.</source>
   <translation>データは無事です。</translation>
  </message>
  <message>
   <source>Your data is safe. Wait a moment and try again, or end it.</source>
   <translation>データは無事です。少し待ってもう一度試すか、終了させてください。</translation>
  </message>
  <message>
   <source>Your files are untouched.</source>
   <translation>あなたのファイルはそのままです。</translation>
  </message>
  <message>
   <source>Your files are untouched. The log says more.</source>
   <translation>あなたのファイルはそのままです。詳しくは記録にあります。</translation>
  </message>
  <message>
   <source>Your message</source>
   <translation>あなたのメッセージ</translation>
  </message>
  <message>
   <source>Your message arrived</source>
   <translation>メッセージを受け取り</translation>
  </message>
  <message>
   <source>Your message is kept.</source>
   <translation>メッセージは残っています。</translation>
  </message>
  <message>
   <source>Your message is kept. Neither it nor the key was sent.</source>
   <translation>メッセージは残っています。メッセージもキーも送っていません。</translation>
  </message>
  <message>
   <source>Your message is kept. The key went nowhere else.</source>
   <translation>メッセージは残っています。キーはほかに送っていません。</translation>
  </message>
  <message>
   <source>Your message is kept. What was finished before stays as it is.</source>
   <translation>メッセージは残っています。それまでに終わったこともそのままです。</translation>
  </message>
  <message>
   <source>Your original files are not changed</source>
   <translation>元のファイルは変更しません</translation>
  </message>
  <message>
   <source>Your own file is where it was.</source>
   <translation>あなたの元のファイルは、同じ場所に残っています。</translation>
  </message>
  <message>
   <source>Your text was not sent.</source>
   <translation>書いた文は送っていません。</translation>
  </message>
  <message>
   <source>Zip files (*.zip)</source>
   <translation>Zip ファイル (*.zip)</translation>
  </message>
  <message>
   <source>a conversation without a title</source>
   <translation>タイトルのない会話</translation>
  </message>
  <message>
   <source>a dry voice</source>
   <translation>声だけ</translation>
  </message>
  <message>
   <source>about {h} h left</source>
   <translation>残り 約 {h} 時間</translation>
  </message>
  <message>
   <source>about {h} h {m} min</source>
   <translation>約 {h} 時間 {m} 分</translation>
  </message>
  <message>
   <source>about {h} h {m} min left</source>
   <translation>残り 約 {h} 時間 {m} 分</translation>
  </message>
  <message>
   <source>about {m} min</source>
   <translation>約 {m} 分</translation>
  </message>
  <message>
   <source>about {m} min left</source>
   <translation>残り 約 {m} 分</translation>
  </message>
  <message>
   <source>about {m} min {s} s left</source>
   <translation>残り 約 {m} 分 {s} 秒</translation>
  </message>
  <message>
   <source>about {n} minute</source>
   <translation>約 {n} 分</translation>
  </message>
  <message>
   <source>about {n} minutes</source>
   <translation>約 {n} 分</translation>
  </message>
  <message>
   <source>about {n} token</source>
   <translation>約 {n} token</translation>
  </message>
  <message>
   <source>about {n} tokens</source>
   <translation>約 {n} token</translation>
  </message>
  <message>
   <source>about {s} s</source>
   <translation>約 {s} 秒</translation>
  </message>
  <message>
   <source>about {s} s left</source>
   <translation>残り 約 {s} 秒</translation>
  </message>
  <message>
   <source>adding…</source>
   <translation>追加中…</translation>
  </message>
  <message>
   <source>after the description</source>
   <translation>説明のあと</translation>
  </message>
  <message>
   <source>also in {places}</source>
   <translation>同じ内容：{places}</translation>
  </message>
  <message>
   <source>always told</source>
   <translation>いつも伝える</translation>
  </message>
  <message>
   <source>approved once</source>
   <translation>今回だけ許可</translation>
  </message>
  <message>
   <source>as suggested</source>
   <translation>おすすめどおり</translation>
  </message>
  <message>
   <source>average of {column}</source>
   <translation>{column} の平均</translation>
  </message>
  <message>
   <source>before the description</source>
   <translation>説明のまえ</translation>
  </message>
  <message>
   <source>being answered</source>
   <translation>回答中</translation>
  </message>
  <message>
   <source>being taken in…</source>
   <translation>取り込み中…</translation>
  </message>
  <message>
   <source>beside the original</source>
   <translation>元のファイルと同じ場所</translation>
  </message>
  <message>
   <source>by the centre</source>
   <translation>中央から抽出</translation>
  </message>
  <message>
   <source>came with a file</source>
   <translation>ファイルに付いてきたもの</translation>
  </message>
  <message>
   <source>came with a file, from “{title}”</source>
   <translation>ファイルに付いてきたもの（「{title}」より）</translation>
  </message>
  <message>
   <source>changed {day}</source>
   <translation>{day} 変更</translation>
  </message>
  <message>
   <source>character {value}</source>
   <translation>フォルマント {value}</translation>
  </message>
  <message>
   <source>converting {percent}%</source>
   <translation>変換中 {percent}%</translation>
  </message>
  <message>
   <source>could not be read</source>
   <translation>読めませんでした</translation>
  </message>
  <message>
   <source>denied</source>
   <translation>拒否</translation>
  </message>
  <message>
   <source>did not work</source>
   <translation>失敗</translation>
  </message>
  <message>
   <source>done</source>
   <translation>完了</translation>
  </message>
  <message>
   <source>drums left out</source>
   <translation>ドラムを除く</translation>
  </message>
  <message>
   <source>expired</source>
   <translation>期限切れ</translation>
  </message>
  <message>
   <source>expires in less than a minute</source>
   <translation>期限まで 1 分未満</translation>
  </message>
  <message>
   <source>expires in {d} days</source>
   <translation>期限まで {d} 日</translation>
  </message>
  <message>
   <source>expires in {h} h</source>
   <translation>期限まで {h} 時間</translation>
  </message>
  <message>
   <source>expires in {m} min</source>
   <translation>期限まで {m} 分</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>失敗</translation>
  </message>
  <message>
   <source>files missing</source>
   <translation>ファイルなし</translation>
  </message>
  <message>
   <source>filled cells of {column}</source>
   <translation>{column} の入力済みの数</translation>
  </message>
  <message>
   <source>follows the melody</source>
   <translation>メロディーに追従</translation>
  </message>
  <message>
   <source>for your list only</source>
   <translation>一覧だけに出ます</translation>
  </message>
  <message>
   <source>formant {value}</source>
   <translation>フォルマント {value}</translation>
  </message>
  <message>
   <source>from 0 to {n}</source>
   <translation>0 から {n} まで</translation>
  </message>
  <message>
   <source>from a conversation that was deleted</source>
   <translation>削除された会話から</translation>
  </message>
  <message>
   <source>from letter {n}</source>
   <translation>{n} 文字目から</translation>
  </message>
  <message>
   <source>from the song</source>
   <translation>曲から</translation>
  </message>
  <message>
   <source>from “{title}”</source>
   <translation>「{title}」から</translation>
  </message>
  <message>
   <source>h</source>
   <translation>時間</translation>
  </message>
  <message>
   <source>hidden</source>
   <translation>非表示</translation>
  </message>
  <message>
   <source>highest {column}</source>
   <translation>{column} の最高</translation>
  </message>
  <message>
   <source>in semitones</source>
   <translation>半音単位</translation>
  </message>
  <message>
   <source>in semitones, same tempo</source>
   <translation>半音単位、テンポはそのまま</translation>
  </message>
  <message>
   <source>in use</source>
   <translation>使用中</translation>
  </message>
  <message>
   <source>index</source>
   <translation>インデックス</translation>
  </message>
  <message>
   <source>index {percent}%</source>
   <translation>インデックス {percent}%</translation>
  </message>
  <message>
   <source>is being read</source>
   <translation>読み込み中</translation>
  </message>
  <message>
   <source>its files are gone</source>
   <translation>ファイルがありません</translation>
  </message>
  <message>
   <source>less than a minute</source>
   <translation>1 分未満</translation>
  </message>
  <message>
   <source>limiter</source>
   <translation>リミッター</translation>
  </message>
  <message>
   <source>lossless</source>
   <translation>ロスレス</translation>
  </message>
  <message>
   <source>loudness as it is</source>
   <translation>音量はそのまま</translation>
  </message>
  <message>
   <source>lowest {column}</source>
   <translation>{column} の最低</translation>
  </message>
  <message>
   <source>min</source>
   <translation>分</translation>
  </message>
  <message>
   <source>mono</source>
   <translation>モノラル</translation>
  </message>
  <message>
   <source>ms</source>
   <translation>ms</translation>
  </message>
  <message>
   <source>music {key}</source>
   <translation>伴奏 {key}</translation>
  </message>
  <message>
   <source>no index</source>
   <translation>インデックスなし</translation>
  </message>
  <message>
   <source>no limiter</source>
   <translation>リミッターなし</translation>
  </message>
  <message>
   <source>no longer open</source>
   <translation>無効</translation>
  </message>
  <message>
   <source>no pitch</source>
   <translation>ピッチなし</translation>
  </message>
  <message>
   <source>no words that bring it up</source>
   <translation>きっかけの言葉なし</translation>
  </message>
  <message>
   <source>none; the voice works without it too</source>
   <translation>なし（なくても声を使えます）</translation>
  </message>
  <message>
   <source>not available</source>
   <translation>使えません</translation>
  </message>
  <message>
   <source>not connected · offline answers</source>
   <translation>つながっていません · オフライン応答</translation>
  </message>
  <message>
   <source>not there any more</source>
   <translation>もうありません</translation>
  </message>
  <message>
   <source>not yet</source>
   <translation>まだありません</translation>
  </message>
  <message>
   <source>now</source>
   <translation>実行中</translation>
  </message>
  <message>
   <source>number of different {column}</source>
   <translation>{column} の種類の数</translation>
  </message>
  <message>
   <source>number of rows</source>
   <translation>行数</translation>
  </message>
  <message>
   <source>off</source>
   <translation>オフ</translation>
  </message>
  <message>
   <source>off, starts when needed</source>
   <translation>停止中（使用時に起動）</translation>
  </message>
  <message>
   <source>on its way</source>
   <translation>変換中</translation>
  </message>
  <message>
   <source>page {n}</source>
   <translation>{n} ページ</translation>
  </message>
  <message>
   <source>pages {first}–{last}</source>
   <translation>{first}～{last}ページ</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>一時停止中</translation>
  </message>
  <message>
   <source>pinned</source>
   <translation>ピン留め</translation>
  </message>
  <message>
   <source>plus this much</source>
   <translation>自動の値に加算</translation>
  </message>
  <message>
   <source>preview</source>
   <translation>試聴</translation>
  </message>
  <message>
   <source>ready</source>
   <translation>準備完了</translation>
  </message>
  <message>
   <source>reverb {percent}%</source>
   <translation>リバーブ {percent}%</translation>
  </message>
  <message>
   <source>running</source>
   <translation>実行中</translation>
  </message>
  <message>
   <source>rvc-next (GPL-3.0) is no part of this app: install it in an environment of its own.</source>
   <translation>rvc-next（GPL-3.0）はこのアプリの一部ではありません。専用の環境に入れてください。</translation>
  </message>
  <message>
   <source>rvc-next did not finish. It said: {said}</source>
   <translation>rvc-next が最後まで終わりませんでした。メッセージ：{said}</translation>
  </message>
  <message>
   <source>rvc-next did not finish. The log says more.</source>
   <translation>rvc-next が最後まで終わりませんでした。詳しくはログにあります。</translation>
  </message>
  <message>
   <source>rvc-next does not go as far with one of the settings. Lower it, or choose the built-in engine.</source>
   <translation>rvc-next はこの設定のどれかに届きません。下げるか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>rvc-next gave no usable sound, or one of another length. Try again, or choose the built-in engine.</source>
   <translation>rvc-next の音が使えないか、長さが違います。もう一度試すか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>rvc-next has no filter for the pitch, so that setting did nothing.</source>
   <translation>rvc-next には音高のフィルターがないため、その設定は効いていません。</translation>
  </message>
  <message>
   <source>rvc-next is another program, which you install yourself; it uses its own models.</source>
   <translation>rvc-next はご自身で入れる別のプログラムで、独自のモデルを使います。</translation>
  </message>
  <message>
   <source>rvc-next lacks files of its own for this. Its command “rvc-next assets list” says which; or choose the built-in engine.</source>
   <translation>rvc-next に必要なファイルがありません。何が足りないかは「rvc-next assets list」でわかります。内蔵エンジンも使えます。</translation>
  </message>
  <message>
   <source>rvc-next lacks files of its own for this: {assets}. Fetch them there with “rvc-next assets download {assets}”, or choose the built-in engine.</source>
   <translation>rvc-next に必要なファイルがありません：{assets}。rvc-next 側で「rvc-next assets download {assets}」を使って入手するか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>rvc-next takes “{setting}” up to {most} only. Lower it, or choose the built-in engine.</source>
   <translation>rvc-next の「{setting}」は {most} までです。下げるか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>rvc-next took too long and was ended. Try a shorter piece, or choose the built-in engine.</source>
   <translation>rvc-next に時間がかかりすぎたので止めました。短い部分で試すか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>rvc-next was found on this computer</source>
   <translation>このコンピューターに rvc-next がありました</translation>
  </message>
  <message>
   <source>rvc-next was not found. Install it in an environment of its own, then name its program in Settings › Engines.</source>
   <translation>rvc-next が見つかりません。専用の環境に入れてから、「設定 › エンジン」でプログラムの場所を指定してください。</translation>
  </message>
  <message>
   <source>rvc-next wrote without end and was ended. Test it in the settings, or choose the built-in engine.</source>
   <translation>rvc-next の出力が止まらないので終了させました。設定でテストするか、内蔵エンジンにしてください。</translation>
  </message>
  <message>
   <source>rvc-next {version} answers.</source>
   <translation>rvc-next {version} が応答しました。</translation>
  </message>
  <message>
   <source>s</source>
   <translation>秒</translation>
  </message>
  <message>
   <source>shared with {n} other</source>
   <translation>ほか {n} 人と共有</translation>
  </message>
  <message>
   <source>shared with {n} others</source>
   <translation>ほか {n} 人と共有</translation>
  </message>
  <message>
   <source>smaller</source>
   <translation>小さめ</translation>
  </message>
  <message>
   <source>some minutes</source>
   <translation>数分</translation>
  </message>
  <message>
   <source>song without voice</source>
   <translation>声を除いた曲</translation>
  </message>
  <message>
   <source>source</source>
   <translation>元のファイル</translation>
  </message>
  <message>
   <source>starting</source>
   <translation>起動中</translation>
  </message>
  <message>
   <source>starting…</source>
   <translation>準備中…</translation>
  </message>
  <message>
   <source>step {n} of {all}</source>
   <translation>{all} 段階中 {n} 段階目</translation>
  </message>
  <message>
   <source>stereo</source>
   <translation>ステレオ</translation>
  </message>
  <message>
   <source>stopped, starts again in a moment</source>
   <translation>止まりました（まもなく再起動）</translation>
  </message>
  <message>
   <source>stopping</source>
   <translation>停止処理中</translation>
  </message>
  <message>
   <source>studio, radio station</source>
   <translation>スタジオ、ラジオ局</translation>
  </message>
  <message>
   <source>the original stays as it is</source>
   <translation>元のファイルはそのまま</translation>
  </message>
  <message>
   <source>thinking…</source>
   <translation>考え中…</translation>
  </message>
  <message>
   <source>this computer</source>
   <translation>このパソコン</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>token</translation>
  </message>
  <message>
   <source>torch is not installed. The built-in voice effects work without it.</source>
   <translation>torch が入っていません。内蔵のボイス効果はなくても使えます。</translation>
  </message>
  <message>
   <source>total of {column}</source>
   <translation>{column} の合計</translation>
  </message>
  <message>
   <source>turned off</source>
   <translation>オフ</translation>
  </message>
  <message>
   <source>turned on</source>
   <translation>オン</translation>
  </message>
  <message>
   <source>typing…</source>
   <translation>入力中…</translation>
  </message>
  <message>
   <source>under 1 min left</source>
   <translation>残り 1 分未満</translation>
  </message>
  <message>
   <source>waiting for the model…</source>
   <translation>モデルを待っています…</translation>
  </message>
  <message>
   <source>waits for its turn</source>
   <translation>順番待ち</translation>
  </message>
  <message>
   <source>working</source>
   <translation>処理中</translation>
  </message>
  <message>
   <source>written by hand</source>
   <translation>自分で入力</translation>
  </message>
  <message>
   <source>you</source>
   <translation>あなた</translation>
  </message>
  <message>
   <source>{address}
The name “{readable}” is asked as “{host}”.</source>
   <translation>{address}
「{readable}」という名前は「{host}」として接続します。</translation>
  </message>
  <message>
   <source>{before}
{line}</source>
   <translation>{before}
{line}</translation>
  </message>
  <message>
   <source>{device} (not connected)</source>
   <translation>{device}（未接続）</translation>
  </message>
  <message>
   <source>{done} converted, {failed} failed, {cancelled} stopped.</source>
   <translation>{done} 件を変換、{failed} 件は失敗、{cancelled} 件は中止しました。</translation>
  </message>
  <message>
   <source>{done} of {total} converted.</source>
   <translation>{total} 件中 {done} 件を変換しました。</translation>
  </message>
  <message>
   <source>{d} days left</source>
   <translation>残り {d} 日</translation>
  </message>
  <message>
   <source>{engine} cannot be started. Installing the app again helps.</source>
   <translation>「{engine}」エンジンを起動できません。アプリを入れ直すと直ります。</translation>
  </message>
  <message>
   <source>{engine} crashed.</source>
   <translation>「{engine}」エンジンがクラッシュしました。</translation>
  </message>
  <message>
   <source>{engine} did not get ready in time.</source>
   <translation>「{engine}」エンジンの準備が時間内に終わりませんでした。</translation>
  </message>
  <message>
   <source>{engine} does not fit this version of the app. Installing the app again helps.</source>
   <translation>「{engine}」エンジンがこのバージョンのアプリに合いません。アプリを入れ直すと直ります。</translation>
  </message>
  <message>
   <source>{engine} had to be started again before it had finished.</source>
   <translation>「{engine}」エンジンは、終わる前に起動し直しました。</translation>
  </message>
  <message>
   <source>{engine} sent more than it should and was ended.</source>
   <translation>「{engine}」エンジンが送るデータが多すぎたため、終了させました。</translation>
  </message>
  <message>
   <source>{engine} stopped answering and was ended.</source>
   <translation>「{engine}」エンジンが応答しなくなったため、終了させました。</translation>
  </message>
  <message>
   <source>{engine} stopped several times in a few minutes and is not started again by itself.</source>
   <translation>「{engine}」エンジンが数分の間に何度も止まったため、自動では起動しません。</translation>
  </message>
  <message>
   <source>{engine} stopped unexpectedly.</source>
   <translation>「{engine}」エンジンが突然止まりました。</translation>
  </message>
  <message>
   <source>{engine} was ended because memory ran out. Close other programs, or try a shorter piece.</source>
   <translation>メモリーが足りず、「{engine}」エンジンが終了しました。ほかのアプリを閉じるか、短い音声で試してください。</translation>
  </message>
  <message>
   <source>{engine} was stopped before it had finished.</source>
   <translation>「{engine}」エンジンは、終わる前に止められました。</translation>
  </message>
  <message>
   <source>{engine} was updated while the app was running. Close CHARACOID and start it again.</source>
   <translation>アプリの実行中に「{engine}」エンジンが更新されました。CHARACOID を閉じて、もう一度起動してください。</translation>
  </message>
  <message>
   <source>{feature} is not available in this version.</source>
   <translation>このバージョンでは「{feature}」を使えません。</translation>
  </message>
  <message>
   <source>{first} One more could not be added.</source>
   <translation>{first}ほかに 1 件を追加できませんでした。</translation>
  </message>
  <message>
   <source>{first} {n} more could not be added.</source>
   <translation>{first}ほかに {n} 件を追加できませんでした。</translation>
  </message>
  <message>
   <source>{first} {second}</source>
   <translation>{first}{second}</translation>
  </message>
  <message>
   <source>{first} · {second}</source>
   <translation>{first} · {second}</translation>
  </message>
  <message>
   <source>{first}, {second}</source>
   <translation>{first}、{second}</translation>
  </message>
  <message>
   <source>{folder}, {free} GB free</source>
   <translation>{folder}、空き {free} GB</translation>
  </message>
  <message>
   <source>{format} cannot hold sound at {rate} Hz. Choose WAV or FLAC, which can.</source>
   <translation>{format} では {rate} Hz の音声を保存できません。WAV か FLAC なら保存できます。</translation>
  </message>
  <message>
   <source>{format} cannot hold {channels} channels. Choose WAV or FLAC, which can.</source>
   <translation>{format} では {channels} チャンネルを保存できません。WAV か FLAC なら保存できます。</translation>
  </message>
  <message>
   <source>{found} of {all}</source>
   <translation>{all} 件中 {found} 件</translation>
  </message>
  <message>
   <source>{help} Here {time}.</source>
   <translation>{help}目安：{time}。</translation>
  </message>
  <message>
   <source>{help} Takes effect after the next start.</source>
   <translation>{help}次の起動から有効になります。</translation>
  </message>
  <message>
   <source>{host} answers. It has {n} model.</source>
   <translation>{host} を使えます。モデルは {n} 件です。</translation>
  </message>
  <message>
   <source>{host} answers. It has {n} models.</source>
   <translation>{host} を使えます。モデルは {n} 件です。</translation>
  </message>
  <message>
   <source>{host} cannot be reached. The server may be off, or the network is down.</source>
   <translation>{host} につながりません。サーバーが止まっているか、ネットワークが切れているかもしれません。</translation>
  </message>
  <message>
   <source>{host} could not answer just now.</source>
   <translation>{host} は今、答えられませんでした。</translation>
  </message>
  <message>
   <source>{host} could not answer. It says: “{words}”</source>
   <translation>{host} が答えられませんでした。理由：「{words}」</translation>
  </message>
  <message>
   <source>{host} did not begin to answer within {n} s.</source>
   <translation>{host} が {n} 秒以内に返事を始めませんでした。</translation>
  </message>
  <message>
   <source>{host} gets too many requests at the moment.</source>
   <translation>{host} への要求が今は多すぎます。</translation>
  </message>
  <message>
   <source>{host} has no key here yet.</source>
   <translation>{host} のキーはまだありません。</translation>
  </message>
  <message>
   <source>{host} has no model “{model}”.</source>
   <translation>{host} に「{model}」というモデルはありません。</translation>
  </message>
  <message>
   <source>{host} points to another address, which was not followed.</source>
   <translation>{host} が別のアドレスを指しましたが、そちらには接続していません。</translation>
  </message>
  <message>
   <source>{host} refused the request.</source>
   <translation>{host} が要求を断りました。</translation>
  </message>
  <message>
   <source>{host} refused the request. It says: “{words}”</source>
   <translation>{host} が要求を断りました。理由：「{words}」</translation>
  </message>
  <message>
   <source>{host} refuses the key.</source>
   <translation>{host} がこのキーを受け付けません。</translation>
  </message>
  <message>
   <source>{host} says that the account has no credit left.</source>
   <translation>{host} によると、アカウントの残高がありません。</translation>
  </message>
  <message>
   <source>{host} wants a key, and none is stored for it.</source>
   <translation>{host} にはキーが必要ですが、まだ保存していません。</translation>
  </message>
  <message>
   <source>{host}: {title}</source>
   <translation>{host}：{title}</translation>
  </message>
  <message>
   <source>{h} h</source>
   <translation>{h} 時間</translation>
  </message>
  <message>
   <source>{h} h left</source>
   <translation>残り {h} 時間</translation>
  </message>
  <message>
   <source>{h} h {m} min</source>
   <translation>{h} 時間 {m} 分</translation>
  </message>
  <message>
   <source>{h} h {m} min left</source>
   <translation>残り {h} 時間 {m} 分</translation>
  </message>
  <message>
   <source>{key} semitones</source>
   <translation>{key} 半音</translation>
  </message>
  <message>
   <source>{label}: {value}. {help}</source>
   <translation>{label}：{value}。{help}</translation>
  </message>
  <message>
   <source>{last} and {n} before it</source>
   <translation>{last}、その前に {n} 件</translation>
  </message>
  <message>
   <source>{level} LUFS</source>
   <translation>{level} LUFS</translation>
  </message>
  <message>
   <source>{level}, peak {peak}</source>
   <translation>{level}、ピーク {peak}</translation>
  </message>
  <message>
   <source>{level}, peak {peak}, too loud</source>
   <translation>{level}、ピーク {peak}、大きすぎます</translation>
  </message>
  <message>
   <source>{level}, peak {peak}, too quiet</source>
   <translation>{level}、ピーク {peak}、小さすぎます</translation>
  </message>
  <message>
   <source>{memories}

{said}</source>
   <translation>{memories}

{said}</translation>
  </message>
  <message>
   <source>{m} min</source>
   <translation>{m} 分</translation>
  </message>
  <message>
   <source>{m} min left</source>
   <translation>残り {m} 分</translation>
  </message>
  <message>
   <source>{m} min {s} s</source>
   <translation>{m} 分 {s} 秒</translation>
  </message>
  <message>
   <source>{m} min {s} s left</source>
   <translation>残り {m} 分 {s} 秒</translation>
  </message>
  <message>
   <source>{name} (not installed)</source>
   <translation>{name}（未導入）</translation>
  </message>
  <message>
   <source>{name} ({length})</source>
   <translation>{name}（{length}）</translation>
  </message>
  <message>
   <source>{name} can look this document up too</source>
   <translation>{name}もこの文書を調べられます</translation>
  </message>
  <message>
   <source>{name} is answering</source>
   <translation>{name}が返事をしています</translation>
  </message>
  <message>
   <source>{name} is to convert, but its program is not named. Name it in the settings, or choose the built-in engine.</source>
   <translation>{name} で変換する設定ですが、プログラムが指定されていません。設定で指定するか、内蔵エンジンを選んでください。</translation>
  </message>
  <message>
   <source>{name} proposes to remember this</source>
   <translation>{name}がこれを覚えたいようです</translation>
  </message>
  <message>
   <source>{name} proposes to remember {n} things</source>
   <translation>{name}が {n} 件覚えたいようです</translation>
  </message>
  <message>
   <source>{name} takes its own weights.</source>
   <translation>{name} は独自の重みを使います。</translation>
  </message>
  <message>
   <source>{name} takes no seed.</source>
   <translation>{name} はシードを使いません。</translation>
  </message>
  <message>
   <source>{name} {found} is too old. At least version {floor} is needed.</source>
   <translation>{name} {found} は古すぎます。バージョン {floor} 以上が必要です。</translation>
  </message>
  <message>
   <source>{name}: {state}. {sentence}</source>
   <translation>{name}：{state}。{sentence}</translation>
  </message>
  <message>
   <source>{name}: {value}</source>
   <translation>{name}：{value}</translation>
  </message>
  <message>
   <source>{n} being read</source>
   <translation>{n} 件読み込み中</translation>
  </message>
  <message>
   <source>{n} cells were too long and were shortened.</source>
   <translation>{n} 個のセルが長すぎるため、短くしました。</translation>
  </message>
  <message>
   <source>{n} channel</source>
   <translation>{n} チャンネル</translation>
  </message>
  <message>
   <source>{n} channels</source>
   <translation>{n} チャンネル</translation>
  </message>
  <message>
   <source>{n} chapters are missing in the file.</source>
   <translation>ファイルに {n} 章が足りません。</translation>
  </message>
  <message>
   <source>{n} character</source>
   <translation>{n} 文字</translation>
  </message>
  <message>
   <source>{n} character was added.</source>
   <translation>キャラクターを {n} 人追加しました。</translation>
  </message>
  <message>
   <source>{n} characters</source>
   <translation>{n} 文字</translation>
  </message>
  <message>
   <source>{n} characters are damaged in the file.</source>
   <translation>ファイルの {n} 文字が壊れています。</translation>
  </message>
  <message>
   <source>{n} characters cannot be seen on the pages, as text recognition leaves them. They are searched too.</source>
   <translation>ページでは見えない文字が {n} 字あります。文字認識が残すもので、これも検索します。</translation>
  </message>
  <message>
   <source>{n} characters were added.</source>
   <translation>キャラクターを {n} 人追加しました。</translation>
  </message>
  <message>
   <source>{n} confirmation waits for you</source>
   <translation>確認待ち {n} 件</translation>
  </message>
  <message>
   <source>{n} confirmations wait for you</source>
   <translation>確認待ち {n} 件</translation>
  </message>
  <message>
   <source>{n} confirmations wait for you.</source>
   <translation>確認待ちが {n} 件あります。</translation>
  </message>
  <message>
   <source>{n} conversion is running</source>
   <translation>{n} 件を変換しています</translation>
  </message>
  <message>
   <source>{n} conversion was interrupted. No half file was left.</source>
   <translation>{n} 件の変換が中断されました。途中のファイルは残していません。</translation>
  </message>
  <message>
   <source>{n} conversions are running</source>
   <translation>{n} 件を変換しています</translation>
  </message>
  <message>
   <source>{n} conversions were interrupted. No half files were left.</source>
   <translation>{n} 件の変換が中断されました。途中のファイルは残していません。</translation>
  </message>
  <message>
   <source>{n} could not be read</source>
   <translation>{n} 件読めませんでした</translation>
  </message>
  <message>
   <source>{n} damaged pieces of the file became silence.</source>
   <translation>ファイルの壊れた部分 {n} か所を無音にしました。</translation>
  </message>
  <message>
   <source>{n} did not work; its row says why.</source>
   <translation>{n} 件はできませんでした。理由は一覧にあります。</translation>
  </message>
  <message>
   <source>{n} did not work; their rows say why.</source>
   <translation>{n} 件はできませんでした。理由は一覧にあります。</translation>
  </message>
  <message>
   <source>{n} document</source>
   <translation>文書 {n} 件</translation>
  </message>
  <message>
   <source>{n} document is not part of the file. Add it again.</source>
   <translation>{n} 件の文書はファイルに入っていません。もう一度追加してください。</translation>
  </message>
  <message>
   <source>{n} document is still being read and was not searched.</source>
   <translation>{n} 件の文書はまだ読み込み中のため、検索していません。</translation>
  </message>
  <message>
   <source>{n} document was not read to its end. Nothing half was kept.</source>
   <translation>{n} 件の文書を最後まで読めませんでした。途中までの内容は残していません。</translation>
  </message>
  <message>
   <source>{n} document:
{lines}</source>
   <translation>文書 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} documents</source>
   <translation>文書 {n} 件</translation>
  </message>
  <message>
   <source>{n} documents are not part of the file. Add them again.</source>
   <translation>{n} 件の文書はファイルに入っていません。もう一度追加してください。</translation>
  </message>
  <message>
   <source>{n} documents are still being read and were not searched.</source>
   <translation>{n} 件の文書はまだ読み込み中のため、検索していません。</translation>
  </message>
  <message>
   <source>{n} documents were not read to their end. Nothing half was kept.</source>
   <translation>{n} 件の文書を最後まで読めませんでした。途中までの内容は残していません。</translation>
  </message>
  <message>
   <source>{n} documents:
{lines}</source>
   <translation>文書 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} earlier step</source>
   <translation>それより前の {n} ステップ</translation>
  </message>
  <message>
   <source>{n} earlier steps</source>
   <translation>それより前の {n} ステップ</translation>
  </message>
  <message>
   <source>{n} file</source>
   <translation>{n} 件</translation>
  </message>
  <message>
   <source>{n} file could not be added.</source>
   <translation>{n} 件のファイルを追加できませんでした。</translation>
  </message>
  <message>
   <source>{n} file is converted.</source>
   <translation>ファイル {n} 件を変換しました。</translation>
  </message>
  <message>
   <source>{n} file is ready</source>
   <translation>ファイル {n} 件ができました</translation>
  </message>
  <message>
   <source>{n} file:
{lines}</source>
   <translation>ファイル {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} files</source>
   <translation>{n} 件</translation>
  </message>
  <message>
   <source>{n} files are converted.</source>
   <translation>ファイル {n} 件を変換しました。</translation>
  </message>
  <message>
   <source>{n} files are ready</source>
   <translation>ファイル {n} 件ができました</translation>
  </message>
  <message>
   <source>{n} files could not be added.</source>
   <translation>{n} 件のファイルを追加できませんでした。</translation>
  </message>
  <message>
   <source>{n} files:
{lines}</source>
   <translation>ファイル {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} hidden parts were left out.</source>
   <translation>非表示の部分 {n} か所を省きました。</translation>
  </message>
  <message>
   <source>{n} hidden sheets were left out.</source>
   <translation>非表示のシート {n} 枚を省きました。</translation>
  </message>
  <message>
   <source>{n} memories</source>
   <translation>記憶 {n} 件</translation>
  </message>
  <message>
   <source>{n} memories came with it and count as text from outside.</source>
   <translation>{n} 件の記憶が付いてきました。外部の文として扱われます。</translation>
  </message>
  <message>
   <source>{n} memories count as your own now.</source>
   <translation>{n} 件の記憶を、自分のものとして扱うようにしました。</translation>
  </message>
  <message>
   <source>{n} memories:
{lines}</source>
   <translation>記憶 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} memory</source>
   <translation>記憶 {n} 件</translation>
  </message>
  <message>
   <source>{n} memory came with it and counts as text from outside.</source>
   <translation>{n} 件の記憶が付いてきました。外部の文として扱われます。</translation>
  </message>
  <message>
   <source>{n} memory counts as your own now.</source>
   <translation>{n} 件の記憶を、自分のものとして扱うようにしました。</translation>
  </message>
  <message>
   <source>{n} memory:
{lines}</source>
   <translation>記憶 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} model</source>
   <translation>モデル {n} 件</translation>
  </message>
  <message>
   <source>{n} models</source>
   <translation>モデル {n} 件</translation>
  </message>
  <message>
   <source>{n} more</source>
   <translation>ほかに {n} 件</translation>
  </message>
  <message>
   <source>{n} more are at work or in the queue</source>
   <translation>ほかに実行中と順番待ちが {n} 件</translation>
  </message>
  <message>
   <source>{n} more change stands under Details</source>
   <translation>ほかの変更 {n} 件は詳細にあります</translation>
  </message>
  <message>
   <source>{n} more changes stand under Details</source>
   <translation>ほかの変更 {n} 件は詳細にあります</translation>
  </message>
  <message>
   <source>{n} more files could not be used.</source>
   <translation>ほかに {n} 件、使えないファイルがありました。</translation>
  </message>
  <message>
   <source>{n} more is at work or in the queue</source>
   <translation>ほかに実行中と順番待ちが {n} 件</translation>
  </message>
  <message>
   <source>{n} more notice</source>
   <translation>ほかに通知が {n} 件</translation>
  </message>
  <message>
   <source>{n} more notices</source>
   <translation>ほかに通知が {n} 件</translation>
  </message>
  <message>
   <source>{n} more value</source>
   <translation>ほかに {n} 件</translation>
  </message>
  <message>
   <source>{n} more values</source>
   <translation>ほかに {n} 件</translation>
  </message>
  <message>
   <source>{n} more wait for you</source>
   <translation>ほかに確認待ちが {n} 件</translation>
  </message>
  <message>
   <source>{n} more waits for you</source>
   <translation>ほかに確認待ちが {n} 件</translation>
  </message>
  <message>
   <source>{n} more was no character.</source>
   <translation>ほか {n} 件はキャラクターではありません。</translation>
  </message>
  <message>
   <source>{n} more were no characters.</source>
   <translation>ほか {n} 件はキャラクターではありません。</translation>
  </message>
  <message>
   <source>{n} of these files are not attached any more.</source>
   <translation>{n} 件のファイルはもう添付されていません。</translation>
  </message>
  <message>
   <source>{n} of {all}</source>
   <translation>{n} / {all}</translation>
  </message>
  <message>
   <source>{n} of {all} pictures hold something that cannot be read.</source>
   <translation>{all} 枚中 {n} 枚の画像に、読めないところがあります。</translation>
  </message>
  <message>
   <source>{n} other first message</source>
   <translation>ほかの最初のひとこと {n} 個</translation>
  </message>
  <message>
   <source>{n} other first messages</source>
   <translation>ほかの最初のひとこと {n} 個</translation>
  </message>
  <message>
   <source>{n} page</source>
   <translation>{n} ページ</translation>
  </message>
  <message>
   <source>{n} pages</source>
   <translation>{n} ページ</translation>
  </message>
  <message>
   <source>{n} pages are damaged and were left out.</source>
   <translation>{n} ページが壊れているため、省きました。</translation>
  </message>
  <message>
   <source>{n} pages have no text, only pictures.</source>
   <translation>{n} ページには文字がなく、画像だけです。</translation>
  </message>
  <message>
   <source>{n} passage</source>
   <translation>{n} 箇所</translation>
  </message>
  <message>
   <source>{n} passage could be found by its words only: its vector is not made yet.</source>
   <translation>{n} 箇所はベクトルがまだないため、言葉だけで検索しました。</translation>
  </message>
  <message>
   <source>{n} passage of the documents:
{lines}</source>
   <translation>文書の中の {n} 箇所：
{lines}</translation>
  </message>
  <message>
   <source>{n} passages</source>
   <translation>{n} 箇所</translation>
  </message>
  <message>
   <source>{n} passages could be found by their words only: their vectors are not made yet.</source>
   <translation>{n} 箇所はベクトルがまだないため、言葉だけで検索しました。</translation>
  </message>
  <message>
   <source>{n} passages of the documents:
{lines}</source>
   <translation>文書の中の {n} 箇所：
{lines}</translation>
  </message>
  <message>
   <source>{n} problem keeps the app from working.</source>
   <translation>{n} 件の問題があり、アプリを使えません。</translation>
  </message>
  <message>
   <source>{n} problems keep the app from working.</source>
   <translation>{n} 件の問題があり、アプリを使えません。</translation>
  </message>
  <message>
   <source>{n} result from the web:
{lines}</source>
   <translation>ウェブの検索結果 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} results from the web:
{lines}</source>
   <translation>ウェブの検索結果 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} row</source>
   <translation>{n} 行</translation>
  </message>
  <message>
   <source>{n} rows</source>
   <translation>{n} 行</translation>
  </message>
  <message>
   <source>{n} samples of the original were too loud and are cut off.</source>
   <translation>元の音声の {n} サンプルが大きすぎて、音割れしています。</translation>
  </message>
  <message>
   <source>{n} samples of the result were too loud and are cut off.</source>
   <translation>結果の {n} サンプルが大きすぎて、音割れしています。</translation>
  </message>
  <message>
   <source>{n} samples were not numbers and became silence.</source>
   <translation>{n} サンプルが数値ではなかったため、無音にしました。</translation>
  </message>
  <message>
   <source>{n} sheets have names of columns and no rows, so no tables were made of them.</source>
   <translation>{n} 枚のシートは列名だけで行がないため、表は作られませんでした。</translation>
  </message>
  <message>
   <source>{n} sheets were left out, since there are too many.</source>
   <translation>シートが多すぎるため、{n} 枚を省きました。</translation>
  </message>
  <message>
   <source>{n} speaker</source>
   <translation>話者 {n} 人</translation>
  </message>
  <message>
   <source>{n} speakers</source>
   <translation>話者 {n} 人</translation>
  </message>
  <message>
   <source>{n} step</source>
   <translation>{n} ステップ</translation>
  </message>
  <message>
   <source>{n} steps</source>
   <translation>{n} ステップ</translation>
  </message>
  <message>
   <source>{n} table:
{lines}</source>
   <translation>表 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} tables:
{lines}</source>
   <translation>表 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} to go</source>
   <translation>残り {n} 件</translation>
  </message>
  <message>
   <source>{n} token</source>
   <translation>{n} token</translation>
  </message>
  <message>
   <source>{n} tokens</source>
   <translation>{n} token</translation>
  </message>
  <message>
   <source>{n} voice</source>
   <translation>声 {n} 件</translation>
  </message>
  <message>
   <source>{n} voice:
{lines}</source>
   <translation>声 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} voices</source>
   <translation>声 {n} 件</translation>
  </message>
  <message>
   <source>{n} voices:
{lines}</source>
   <translation>声 {n} 件：
{lines}</translation>
  </message>
  <message>
   <source>{n} wait for you</source>
   <translation>確認待ち {n} 件</translation>
  </message>
  <message>
   <source>{n} wait in the queue</source>
   <translation>順番待ち {n} 件</translation>
  </message>
  <message>
   <source>{n} waits for you</source>
   <translation>確認待ち {n} 件</translation>
  </message>
  <message>
   <source>{n} waits in the queue</source>
   <translation>順番待ち {n} 件</translation>
  </message>
  <message>
   <source>{n} was added.</source>
   <translation>{n} 件を追加しました。</translation>
  </message>
  <message>
   <source>{n} were added.</source>
   <translation>{n} 件を追加しました。</translation>
  </message>
  <message>
   <source>{n} were brought up to date.</source>
   <translation>{n} 件を更新しました。</translation>
  </message>
  <message>
   <source>{panel} ({key})</source>
   <translation>{panel}（{key}）</translation>
  </message>
  <message>
   <source>{parts} are filled in. A number is added when a file of that name exists.</source>
   <translation>{parts} は自動で置き換わります。同じ名前があれば番号を付けます。</translation>
  </message>
  <message>
   <source>{place} (also: {others})</source>
   <translation>{place}（ほかに：{others}）</translation>
  </message>
  <message>
   <source>{rate} kHz · {preset}</source>
   <translation>{rate} kHz · {preset}</translation>
  </message>
  <message>
   <source>{rows}, cut</source>
   <translation>{rows}（一部のみ）</translation>
  </message>
  <message>
   <source>{stage} {percent}%</source>
   <translation>{stage} {percent}%</translation>
  </message>
  <message>
   <source>{state}, {steps}</source>
   <translation>{state}、{steps}</translation>
  </message>
  <message>
   <source>{s} s</source>
   <translation>{s} 秒</translation>
  </message>
  <message>
   <source>{s} s left</source>
   <translation>残り {s} 秒</translation>
  </message>
  <message>
   <source>{text} — after reading: {names}</source>
   <translation>{text} — 読んだもの：{names}</translation>
  </message>
  <message>
   <source>{time} · unanswered</source>
   <translation>{time} · 未回答</translation>
  </message>
  <message>
   <source>{title}, {pages}</source>
   <translation>{title}、{pages}</translation>
  </message>
  <message>
   <source>{tokens}; this profile: {n}</source>
   <translation>{tokens}（うち設定 {n}）</translation>
  </message>
  <message>
   <source>{value} {unit}</source>
   <translation>{value} {unit}</translation>
  </message>
  <message>
   <source>{version} at {path}</source>
   <translation>{version}、場所は {path}</translation>
  </message>
  <message>
   <source>{version} is not supported. Use Python 3.11, 3.12 or 3.13.</source>
   <translation>{version} には対応していません。Python 3.11、3.12、3.13 のどれかを使ってください。</translation>
  </message>
  <message>
   <source>{voices}, {models}</source>
   <translation>{voices}、{models}</translation>
  </message>
  <message>
   <source>{way} · {found}</source>
   <translation>{way} · {found}</translation>
  </message>
  <message>
   <source>{what} It acts after the next start.</source>
   <translation>{what}次の起動から有効になります。</translation>
  </message>
  <message>
   <source>{what} It takes {time}.</source>
   <translation>{what}所要時間：{time}。</translation>
  </message>
  <message>
   <source>{what} The damaged file was kept as “{name}”.</source>
   <translation>{what}壊れたファイルは「{name}」として残してあります。</translation>
  </message>
  <message>
   <source>{what} goes from {low} to {high} semitones.</source>
   <translation>{what} の範囲は {low} から {high} 半音までです。</translation>
  </message>
  <message>
   <source>{what} was added.</source>
   <translation>{what}を追加しました。</translation>
  </message>
  <message>
   <source>{what} {why}</source>
   <translation>{what}{why}</translation>
  </message>
  <message>
   <source>{what}, {time}</source>
   <translation>{what}、{time}</translation>
  </message>
  <message>
   <source>{why} Next try in {s} s.</source>
   <translation>{why}{s} 秒後にもう一度試します。</translation>
  </message>
  <message>
   <source>{why} Trying again in {seconds} s.</source>
   <translation>{why}{seconds} 秒後にもう一度試します。</translation>
  </message>
  <message>
   <source>{why} Trying again…</source>
   <translation>{why}もう一度試しています…</translation>
  </message>
  <message>
   <source>{words} – CHARACOID Desktop</source>
   <translation>{words} – CHARACOID Desktop</translation>
  </message>
  <message>
   <source>“{device}” cannot be used for computing here. Choose the processor.</source>
   <translation>ここでは「{device}」を計算に使えません。CPU を選んでください。</translation>
  </message>
  <message>
   <source>“{field}” cannot be this.</source>
   <translation>「{field}」にこの値は使えません。</translation>
  </message>
  <message>
   <source>“{field}” is missing or too long.</source>
   <translation>「{field}」が空か、長すぎます。</translation>
  </message>
  <message>
   <source>“{field}” is missing.</source>
   <translation>「{field}」を入れてください。</translation>
  </message>
  <message>
   <source>“{field}” is not known. There are {fields}.</source>
   <translation>「{field}」は使えません。使えるのは {fields} です。</translation>
  </message>
  <message>
   <source>“{field}” is not there any more. Add the file again.</source>
   <translation>「{field}」がなくなっています。ファイルをもう一度追加してください。</translation>
  </message>
  <message>
   <source>“{field}” must be a number.</source>
   <translation>「{field}」は数値で入れてください。</translation>
  </message>
  <message>
   <source>“{field}” must be between {low} and {high}.</source>
   <translation>「{field}」は {low} から {high} の間にしてください。</translation>
  </message>
  <message>
   <source>“{file}” was written.</source>
   <translation>「{file}」を書き出しました。</translation>
  </message>
  <message>
   <source>“{file}”: {why}</source>
   <translation>「{file}」：{why}</translation>
  </message>
  <message>
   <source>“{folder}” cannot be written to. Choose another folder.</source>
   <translation>「{folder}」に書き込めません。別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>“{folder}” has too little room: about {need} MB are needed, {free} MB are free.</source>
   <translation>「{folder}」の空きが足りません。約 {need} MB 必要ですが、空きは {free} MB です。</translation>
  </message>
  <message>
   <source>“{folder}” is a file. Choose a folder.</source>
   <translation>「{folder}」はファイルです。フォルダーを選んでください。</translation>
  </message>
  <message>
   <source>“{folder}” is not a folder. Choose another one.</source>
   <translation>「{folder}」はフォルダーではありません。別のものを選んでください。</translation>
  </message>
  <message>
   <source>“{folder}” is not a full path. Choose the folder again.</source>
   <translation>「{folder}」は完全なパスではありません。フォルダーを選び直してください。</translation>
  </message>
  <message>
   <source>“{host}” answers with an error ({status}). Try again later.</source>
   <translation>「{host}」がエラー（{status}）を返しました。あとでもう一度試してください。</translation>
  </message>
  <message>
   <source>“{host}” could not be reached. Check the connection and try again.</source>
   <translation>「{host}」につながりませんでした。接続を確かめて、もう一度試してください。</translation>
  </message>
  <message>
   <source>“{host}” does not show this page without a login.</source>
   <translation>「{host}」のこのページには、ログインが必要です。</translation>
  </message>
  <message>
   <source>“{host}” has no such page. Check the address.</source>
   <translation>「{host}」にそのページはありません。アドレスを確かめてください。</translation>
  </message>
  <message>
   <source>“{host}” has no true address here: a proxy program answers for it (“fake-ip”). Change its DNS mode to real addresses and try again.</source>
   <translation>「{host}」の本当のアドレスがわかりません。プロキシのアプリが代わりに応答しています（「fake-ip」）。そのアプリの DNS モードを実際のアドレスに変えて、もう一度試してください。</translation>
  </message>
  <message>
   <source>“{host}” is a name of this computer or its network. Only public pages are fetched.</source>
   <translation>「{host}」は、このパソコンかそのネットワークの名前です。取得できるのは公開されたページだけです。</translation>
  </message>
  <message>
   <source>“{host}” is a number in an unusual spelling. Only public pages are fetched, by their names.</source>
   <translation>「{host}」は、特殊な書き方の数値です。取得できるのは、名前で指定した公開ページだけです。</translation>
  </message>
  <message>
   <source>“{host}” is no SearXNG server, or its address is not complete.</source>
   <translation>「{host}」が SearXNG サーバーではないか、アドレスが足りません。</translation>
  </message>
  <message>
   <source>“{host}” leads to this computer or into a private network. Only public pages are fetched.</source>
   <translation>「{host}」の行き先は、このパソコンかプライベートネットワークです。取得できるのは公開されたページだけです。</translation>
  </message>
  <message>
   <source>“{host}” sent an empty page.</source>
   <translation>「{host}」のページは空でした。</translation>
  </message>
  <message>
   <source>“{host}” takes no more requests now. Try again later.</source>
   <translation>「{host}」は今、これ以上の要求を受け付けません。あとでもう一度試してください。</translation>
  </message>
  <message>
   <source>“{host}” took longer than {seconds} seconds. Try again later.</source>
   <translation>「{host}」が {seconds} 秒以内に応答しませんでした。あとでもう一度試してください。</translation>
  </message>
  <message>
   <source>“{key}”</source>
   <translation>「{key}」</translation>
  </message>
  <message>
   <source>“{key}” must be the id of something in the app, never a path.</source>
   <translation>「{key}」にはアプリ内の ID を使います。パスは使えません。</translation>
  </message>
  <message>
   <source>“{label}” can only be changed on the Settings page.</source>
   <translation>「{label}」は設定ページでしか変えられません。</translation>
  </message>
  <message>
   <source>“{label}” cannot take this value.</source>
   <translation>「{label}」にこの値は使えません。</translation>
  </message>
  <message>
   <source>“{label}” did not work.</source>
   <translation>「{label}」はできませんでした。</translation>
  </message>
  <message>
   <source>“{label}” had a value that does not fit. Its default is used.</source>
   <translation>「{label}」の値が合わないため、初期値を使います。</translation>
  </message>
  <message>
   <source>“{label}” has no such choice.</source>
   <translation>「{label}」にこの選択肢はありません。</translation>
  </message>
  <message>
   <source>“{label}” is {value} now.</source>
   <translation>「{label}」は{value}になりました。</translation>
  </message>
  <message>
   <source>“{label}” may be changed to {value}.</source>
   <translation>「{label}」を{value}に変えられます。</translation>
  </message>
  <message>
   <source>“{label}” must be between {low} and {high}.</source>
   <translation>「{label}」は {low} から {high} の間にしてください。</translation>
  </message>
  <message>
   <source>“{label}” must be plain text of at most {n} characters.</source>
   <translation>「{label}」は {n} 文字以内の普通の文字にしてください。</translation>
  </message>
  <message>
   <source>“{link}” points to “{target}”, which cannot be reached. Connect its drive and start again, or choose another folder.</source>
   <translation>「{link}」の指す「{target}」にアクセスできません。ドライブをつないで起動し直すか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>“{model}” answers after {s} s with {n} numbers a text.</source>
   <translation>「{model}」は {s} 秒で答えました。1 つの文につき数値 {n} 個です。</translation>
  </message>
  <message>
   <source>“{model}” answers.</source>
   <translation>「{model}」を使えます。</translation>
  </message>
  <message>
   <source>“{model}” answers. The first word came after {s} s.</source>
   <translation>「{model}」を使えます。最初の文字まで {s} 秒でした。</translation>
  </message>
  <message>
   <source>“{model}” is set, not used yet.</source>
   <translation>「{model}」を設定済み、まだ使っていません。</translation>
  </message>
  <message>
   <source>“{name}”</source>
   <translation>「{name}」</translation>
  </message>
  <message>
   <source>“{name}” cannot be read.</source>
   <translation>「{name}」を読めません。</translation>
  </message>
  <message>
   <source>“{name}” does not hold days.</source>
   <translation>「{name}」は日付の列ではありません。</translation>
  </message>
  <message>
   <source>“{name}” does not hold numbers only.</source>
   <translation>「{name}」には数値以外も入っています。</translation>
  </message>
  <message>
   <source>“{name}” has no finished result.</source>
   <translation>「{name}」には完成した結果がありません。</translation>
  </message>
  <message>
   <source>“{name}” holds text that is not numbers of one kind throughout, so it cannot be added up or compared. The columns of numbers are: {columns}</source>
   <translation>「{name}」は文字の列で、すべてが同じ種類の数値ではないため、合計や比較はできません。数値の列：{columns}</translation>
  </message>
  <message>
   <source>“{name}” holds text that is not numbers of one kind throughout, so it cannot be added up or compared. The table has no column of numbers. It has the columns: {columns}</source>
   <translation>「{name}」は文字の列で、すべてが同じ種類の数値ではないため、合計や比較はできません。この表に数値の列はありません。列：{columns}</translation>
  </message>
  <message>
   <source>“{name}” is a folder, whatever its name says.</source>
   <translation>「{name}」は、名前はファイルのようでもフォルダーです。</translation>
  </message>
  <message>
   <source>“{name}” is a link. Add the file that it points to.</source>
   <translation>「{name}」はリンクです。リンク先のファイルを追加してください。</translation>
  </message>
  <message>
   <source>“{name}” is being converted already.</source>
   <translation>「{name}」はもう変換中です。</translation>
  </message>
  <message>
   <source>“{name}” is being converted to the voice “{voice}”.</source>
   <translation>「{name}」を「{voice}」に変換しています。</translation>
  </message>
  <message>
   <source>“{name}” is being converted.</source>
   <translation>「{name}」を変換しています。</translation>
  </message>
  <message>
   <source>“{name}” is being mixed.</source>
   <translation>「{name}」をミックスしています。</translation>
  </message>
  <message>
   <source>“{name}” is converted.</source>
   <translation>「{name}」を変換しました。</translation>
  </message>
  <message>
   <source>“{name}” is damaged and cannot be unpacked.</source>
   <translation>「{name}」が壊れていて、展開できません。</translation>
  </message>
  <message>
   <source>“{name}” is in the library already.</source>
   <translation>「{name}」はもうライブラリにあります。</translation>
  </message>
  <message>
   <source>“{name}” is in the session.</source>
   <translation>「{name}」をセッションに入れました。</translation>
  </message>
  <message>
   <source>“{name}” is no longer there. It may have been moved or renamed.</source>
   <translation>「{name}」がなくなっています。移されたか、名前が変わったのかもしれません。</translation>
  </message>
  <message>
   <source>“{name}” is not a file that can be read as sound.</source>
   <translation>「{name}」は音声として読めるファイルではありません。</translation>
  </message>
  <message>
   <source>“{name}” is not a file that can be read.</source>
   <translation>「{name}」は読み込めるファイルではありません。</translation>
  </message>
  <message>
   <source>“{name}” is not a voice.</source>
   <translation>「{name}」は声ではありません。</translation>
  </message>
  <message>
   <source>“{name}” is not an audio or text file, so it was not opened.</source>
   <translation>「{name}」は音声ファイルでもテキストファイルでもないため、開きませんでした。</translation>
  </message>
  <message>
   <source>“{name}” is not finished yet; its result comes into the chat by itself.</source>
   <translation>「{name}」はまだ終わっていません。結果は自動でチャットに届きます。</translation>
  </message>
  <message>
   <source>“{name}” is not in the answer, so it cannot be sorted by it.</source>
   <translation>「{name}」は結果にないため、これで並べ替えられません。</translation>
  </message>
  <message>
   <source>“{name}” may not be read. Check the permissions of the file.</source>
   <translation>「{name}」を読む許可がありません。ファイルのアクセス権を確かめてください。</translation>
  </message>
  <message>
   <source>“{name}” needs a column.</source>
   <translation>「{name}」には列が必要です。</translation>
  </message>
  <message>
   <source>“{name}” needs something from you</source>
   <translation>「{name}」に入力が必要です</translation>
  </message>
  <message>
   <source>“{name}” of the skill is longer than {n} characters.</source>
   <translation>スキルの「{name}」が {n} 文字を超えています。</translation>
  </message>
  <message>
   <source>“{name}” of the skill is missing.</source>
   <translation>スキルに「{name}」がありません。</translation>
  </message>
  <message>
   <source>“{name}” of the skill must be a list of at most {n} names.</source>
   <translation>スキルの「{name}」は {n} 件以内の名前の一覧にしてください。</translation>
  </message>
  <message>
   <source>“{name}” of the skill must be a text.</source>
   <translation>スキルの「{name}」は文字列にしてください。</translation>
  </message>
  <message>
   <source>“{name}” of the skill must be true or false.</source>
   <translation>スキルの「{name}」は true か false にしてください。</translation>
  </message>
  <message>
   <source>“{name}” waits to be taken apart.</source>
   <translation>「{name}」は分離の順番待ちです。</translation>
  </message>
  <message>
   <source>“{name}” was added.</source>
   <translation>「{name}」を追加しました。</translation>
  </message>
  <message>
   <source>“{name}” was brought up to date.</source>
   <translation>「{name}」を更新しました。</translation>
  </message>
  <message>
   <source>“{name}” was deleted.</source>
   <translation>「{name}」を削除しました。</translation>
  </message>
  <message>
   <source>“{name}” was removed from the library.</source>
   <translation>「{name}」をライブラリから削除しました。</translation>
  </message>
  <message>
   <source>“{name}”: The graphics card stopped working. The conversion can go on without it.</source>
   <translation>「{name}」：GPU が動かなくなりました。GPU なしで変換を続けられます。</translation>
  </message>
  <message>
   <source>“{name}”: There was not enough memory to take voice and music apart with this model. The basic way needs much less.</source>
   <translation>「{name}」：メモリーが足りず、このモデルではボーカルと伴奏を分離できませんでした。簡易な方法なら、ずっと少ないメモリーで済みます。</translation>
  </message>
  <message>
   <source>“{name}”: There was not enough memory. Smaller pieces need less; closing other programs helps too.</source>
   <translation>「{name}」：メモリーが足りませんでした。小さく分けると少なくて済みます。ほかのアプリを閉じるのも効果があります。</translation>
  </message>
  <message>
   <source>“{name}”: {length}, {rate} Hz, {channels} channels.</source>
   <translation>「{name}」：{length}、{rate} Hz、{channels} チャンネル。</translation>
  </message>
  <message>
   <source>“{name}”: {sentence}</source>
   <translation>「{name}」：{sentence}</translation>
  </message>
  <message>
   <source>“{path}” is in the way of a folder that the app needs. Move or rename it, or choose another folder.</source>
   <translation>「{path}」があるため、アプリに必要なフォルダーを作れません。移すか名前を変えるか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>“{title}” cannot be tried again.</source>
   <translation>「{title}」はもう一度試せません。</translation>
  </message>
  <message>
   <source>“{title}” is back in the list.</source>
   <translation>「{title}」を一覧に戻しました。</translation>
  </message>
  <message>
   <source>“{title}” is being read already.</source>
   <translation>「{title}」はすでに読み込み中です。</translation>
  </message>
  <message>
   <source>“{title}” is being read. It can be searched as soon as it has been read.</source>
   <translation>「{title}」を読み込んでいます。読み終わると検索できます。</translation>
  </message>
  <message>
   <source>“{title}” is in the knowledge base.</source>
   <translation>「{title}」は知識に入っています。</translation>
  </message>
  <message>
   <source>“{title}” was a copy. Choose the file of its new version.</source>
   <translation>「{title}」はコピーでした。新しい版のファイルを選んでください。</translation>
  </message>
  <message>
   <source>“{title}” was fetched from {host}. It can be searched as soon as it has been read.</source>
   <translation>{host} から「{title}」を取得しました。読み終わると検索できます。</translation>
  </message>
  <message>
   <source>“{title}” was put away.</source>
   <translation>「{title}」をアーカイブしました。</translation>
  </message>
  <message>
   <source>“{title}” was read already.</source>
   <translation>「{title}」はもう読み終わっています。</translation>
  </message>
  <message>
   <source>“{title}” was removed from the knowledge base.</source>
   <translation>「{title}」を知識から取り除きました。</translation>
  </message>
  <message>
   <source>“{title}” was removed.</source>
   <translation>「{title}」を取り除きました。</translation>
  </message>
  <message>
   <source>“{words}” may be more than one character. Say its id instead: {names}</source>
   <translation>「{words}」に当てはまるキャラクターが複数います。ID で指定してください：{names}</translation>
  </message>
  <message>
   <source>… and {n} more</source>
   <translation>…ほか {n} 件</translation>
  </message>
  <message>
   <source>−14 for most video sites.</source>
   <translation>多くの動画サイトは −14 が目安です。</translation>
  </message>
 </context>
 <context>
  <name>QFileDialog</name>
  <message>
   <source>&amp;Look in:</source>
   <translation>場所(&amp;L):</translation>
  </message>
  <message>
   <source>Files of &amp;type:</source>
   <translation>ファイルの種類(&amp;T):</translation>
  </message>
 </context>
</TS>
