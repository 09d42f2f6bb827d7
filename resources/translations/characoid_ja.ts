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
   <source>A big chest and a low pitch.</source>
   <translation>胸に響く、低い声。</translation>
  </message>
  <message>
   <source>A desktop notification, only while the window is not in front.</source>
   <translation>ウィンドウが前面にないときだけ、デスクトップに通知します。</translation>
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
   <source>A file of this name is there already, and it was not touched.</source>
   <translation>同じ名前のファイルがあります。そのファイルはそのままです。</translation>
  </message>
  <message>
   <source>A file or folder name is empty. Name what is to be converted, and a folder for it.</source>
   <translation>ファイルまたはフォルダーの名前が空です。変換するものと、結果を入れるフォルダーを指定してください。</translation>
  </message>
  <message>
   <source>A little lower, duller and breathier.</source>
   <translation>少し低く、こもり気味で、息が混じる声。</translation>
  </message>
  <message>
   <source>A name is needed.</source>
   <translation>名前を入れてください。</translation>
  </message>
  <message>
   <source>A part of the data file was removed while the app was not running. The newest changes may be missing.</source>
   <translation>アプリが動いていない間に、データファイルの一部が取り除かれました。最近の変更がないかもしれません。</translation>
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
   <source>A window can open.</source>
   <translation>ウィンドウを開けます。</translation>
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
   <source>Add a folder</source>
   <translation>フォルダーを追加</translation>
  </message>
  <message>
   <source>Add audio or video files</source>
   <translation>音声や動画のファイルを追加</translation>
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
   <source>All files (*)</source>
   <translation>すべてのファイル (*)</translation>
  </message>
  <message>
   <source>All waiting files</source>
   <translation>変換待ちすべて</translation>
  </message>
  <message>
   <source>Another program kept the data file locked for {seconds} seconds. Close backup or sync programs that use this folder, then try again.</source>
   <translation>ほかのアプリがデータファイルを {seconds} 秒間ロックしています。このフォルダーを使うバックアップや同期のアプリを閉じて、もう一度試してください。</translation>
  </message>
  <message>
   <source>Ask me</source>
   <translation>毎回確認</translation>
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
   <source>CHARACOID is starting</source>
   <translation>CHARACOID を起動しています</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>キャンセル</translation>
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
   <source>Changes are for</source>
   <translation>変更の対象</translation>
  </message>
  <message>
   <source>Changes are saved at once</source>
   <translation>変更はすぐに保存されます</translation>
  </message>
  <message>
   <source>Character</source>
   <translation>フォルマント</translation>
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
   <source>Childlike</source>
   <translation>子ども</translation>
  </message>
  <message>
   <source>Chinese and Japanese can be shown.</source>
   <translation>中国語と日本語を表示できます。</translation>
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
   <source>Choose another folder…</source>
   <translation>別のフォルダーを選ぶ…</translation>
  </message>
  <message>
   <source>Choose files…</source>
   <translation>ファイルを選ぶ…</translation>
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
   <source>Close this notice</source>
   <translation>この通知を閉じる</translation>
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
   <source>Convert only this file</source>
   <translation>このファイルだけ変換</translation>
  </message>
  <message>
   <source>Convert the file or preview a region first.</source>
   <translation>先にファイルを変換するか、範囲を試聴してください。</translation>
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
   <source>Copy dropped files</source>
   <translation>ドロップしたファイルをコピー</translation>
  </message>
  <message>
   <source>Custom</source>
   <translation>カスタム</translation>
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
   <source>Decrease</source>
   <translation>減らす</translation>
  </message>
  <message>
   <source>Deep</source>
   <translation>太く低い</translation>
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
   <source>Do the same every time (can be changed in Settings)</source>
   <translation>毎回同じようにする（設定で変えられます）</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>完了</translation>
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
   <source>Drop a song or speech here to begin. The format is recognised automatically.</source>
   <translation>歌でも話し声でも、ここにドロップすれば始まります。形式は自動で見分けます。</translation>
  </message>
  <message>
   <source>Drop audio, video or a folder here</source>
   <translation>音声、動画、フォルダーをここにドロップ</translation>
  </message>
  <message>
   <source>Each file can still have its own.</source>
   <translation>ファイルごとに変えることもできます。</translation>
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
   <source>Everything older is intact.</source>
   <translation>それより前のものは無事です。</translation>
  </message>
  <message>
   <source>Everything on this page is at its default.</source>
   <translation>このページはすべて初期値です。</translation>
  </message>
  <message>
   <source>Failed</source>
   <translation>失敗</translation>
  </message>
  <message>
   <source>File name</source>
   <translation>ファイル名</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>ファイル</translation>
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
   <source>Finished files are unchanged.</source>
   <translation>完成したファイルはそのままです。</translation>
  </message>
  <message>
   <source>Finishing</source>
   <translation>仕上げ中</translation>
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
   <source>Format</source>
   <translation>形式</translation>
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
   <source>Giant</source>
   <translation>巨人</translation>
  </message>
  <message>
   <source>Give way to games and streams</source>
   <translation>ゲームや配信を優先する</translation>
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
   <source>In one folder</source>
   <translation>1 つのフォルダー</translation>
  </message>
  <message>
   <source>In the queue</source>
   <translation>順番待ち</translation>
  </message>
  <message>
   <source>In the queue, to be converted to {preset}</source>
   <translation>順番待ちです。「{preset}」に変換します</translation>
  </message>
  <message>
   <source>Increase</source>
   <translation>増やす</translation>
  </message>
  <message>
   <source>Interrupted</source>
   <translation>中断</translation>
  </message>
  <message>
   <source>It is at {path}</source>
   <translation>場所：{path}</translation>
  </message>
  <message>
   <source>It starts again when it is needed. 0: never.</source>
   <translation>必要になれば、また起動します。0 なら止めません。</translation>
  </message>
  <message>
   <source>It will be called {name}</source>
   <translation>ファイル名は {name} になります</translation>
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
   <source>Key</source>
   <translation>キー</translation>
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
   <source>Keys are kept for one run only.</source>
   <translation>キーはアプリを閉じるまでしか保持しません。</translation>
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
   <source>Larger text in the whole window.</source>
   <translation>ウィンドウ全体の文字を大きくします。</translation>
  </message>
  <message>
   <source>Left: larger and darker. Right: smaller and lighter.</source>
   <translation>左：太く暗く。右：細く明るく。</translation>
  </message>
  <message>
   <source>Length and channels stay. The file's tags say where it comes from.</source>
   <translation>長さとチャンネル数は変わりません。ファイルのタグに元の情報が残ります。</translation>
  </message>
  <message>
   <source>Less</source>
   <translation>たたむ</translation>
  </message>
  <message>
   <source>Level</source>
   <translation>レベル</translation>
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
   <source>Listen, save or drag them out.</source>
   <translation>聴く、保存する、ドラッグで渡すことができます。</translation>
  </message>
  <message>
   <source>Listening</source>
   <translation>分析中</translation>
  </message>
  <message>
   <source>Live2D</source>
   <translation>Live2D</translation>
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
   <source>Looking through the files…</source>
   <translation>ファイルを調べています…</translation>
  </message>
  <message>
   <source>Lower</source>
   <translation>低め</translation>
  </message>
  <message>
   <source>MB</source>
   <translation>MB</translation>
  </message>
  <message>
   <source>Measuring loudness</source>
   <translation>音量を測定中</translation>
  </message>
  <message>
   <source>More</source>
   <translation>詳細</translation>
  </message>
  <message>
   <source>More for the whole list</source>
   <translation>一覧全体の操作</translation>
  </message>
  <message>
   <source>Motion</source>
   <translation>動き</translation>
  </message>
  <message>
   <source>My song</source>
   <translation>私の歌</translation>
  </message>
  <message>
   <source>Neural engines</source>
   <translation>ニューラルエンジン</translation>
  </message>
  <message>
   <source>Next file</source>
   <translation>次のファイル</translation>
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
   <source>No damage was found in {limit} s; it is too large for the whole check.</source>
   <translation>{limit} 秒の検査では破損は見つかりませんでした。大きすぎるため、全体の検査は終わっていません。</translation>
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
   <source>No program on this computer opened “{name}”.</source>
   <translation>「{name}」を開けるアプリがこのパソコンにありません。</translation>
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
   <source>None was found. Converting works, listening does not.</source>
   <translation>見つかりません。変換はできますが、聴けません。</translation>
  </message>
  <message>
   <source>Not made yet; the first start makes it.</source>
   <translation>まだありません。初めての起動で作られます。</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>お知らせ</translation>
  </message>
  <message>
   <source>Nothing can be written to the folder “{folder}”. Allow writing there, or choose another folder.</source>
   <translation>フォルダー「{folder}」に書き込めません。書き込みを許可するか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>Nothing in the list waits to be converted.</source>
   <translation>一覧に変換待ちのファイルがありません。</translation>
  </message>
  <message>
   <source>Nothing is running</source>
   <translation>実行中の処理はありません</translation>
  </message>
  <message>
   <source>Nothing that was saved before is lost; only this change was not saved.</source>
   <translation>これまでに保存したものは残っています。今回の変更だけ保存していません。</translation>
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation>何も変更していません。</translation>
  </message>
  <message>
   <source>Nothing was removed.</source>
   <translation>何も取り除いていません。</translation>
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
   <source>Older</source>
   <translation>年配</translation>
  </message>
  <message>
   <source>One constant pitch. The key field moves it.</source>
   <translation>一定の高さの声。高さはキーで変えます。</translation>
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
   <source>Only this file</source>
   <translation>このファイルだけ</translation>
  </message>
  <message>
   <source>Only {free} GB are free on the disk of “{folder}”.</source>
   <translation>「{folder}」があるディスクの空きは {free} GB だけです。</translation>
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
   <source>Original</source>
   <translation>元の音声</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>ページ</translation>
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
   <source>Pause</source>
   <translation>一時停止</translation>
  </message>
  <message>
   <source>Persona</source>
   <translation>ペルソナ</translation>
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
   <source>Progress</source>
   <translation>進み具合</translation>
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
   <source>Queue</source>
   <translation>キュー</translation>
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
   <source>Reading</source>
   <translation>読み込み中</translation>
  </message>
  <message>
   <source>Reading or writing was refused. Check the permissions of the file and its folder.</source>
   <translation>読み書きが許可されていません。ファイルとフォルダーのアクセス権を確かめてください。</translation>
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
   <source>Remove</source>
   <translation>一覧から外す</translation>
  </message>
  <message>
   <source>Remove from the list</source>
   <translation>一覧から外す</translation>
  </message>
  <message>
   <source>Remove {n} files from the list</source>
   <translation>ファイル {n} 件を一覧から外す</translation>
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
   <source>Robot</source>
   <translation>ロボット</translation>
  </message>
  <message>
   <source>Room for previews</source>
   <translation>試聴用の容量</translation>
  </message>
  <message>
   <source>Same as the system</source>
   <translation>システムと同じ</translation>
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
   <source>Search settings</source>
   <translation>設定を探す</translation>
  </message>
  <message>
   <source>Search settings, for example “format”</source>
   <translation>設定を探す（例：「形式」）</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>設定</translation>
  </message>
  <message>
   <source>Short work ends without a notification.</source>
   <translation>短い処理は通知しません。</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>フォルダーで表示</translation>
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
   <source>Something in the app went wrong. It keeps running.</source>
   <translation>アプリの中で問題が起きましたが、動き続けています。</translation>
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
   <source>Start again</source>
   <translation>もう一度始める</translation>
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
   <source>Stop {n} conversions? No half files are left.</source>
   <translation>{n} 件の変換を止めますか？途中のファイルは残しません。</translation>
  </message>
  <message>
   <source>Stopped</source>
   <translation>中止</translation>
  </message>
  <message>
   <source>Stopped. Nothing was left; convert it again whenever you like.</source>
   <translation>中止しました。途中のファイルはありません。いつでも変換し直せます。</translation>
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
   <source>Storage</source>
   <translation>ストレージ</translation>
  </message>
  <message>
   <source>System libraries for the window are missing: {packages}. Run “python3 run.py setup”, or install them with your package manager.</source>
   <translation>ウィンドウに必要なシステムライブラリがありません：{packages}。「python3 run.py setup」を実行するか、パッケージマネージャーで入れてください。</translation>
  </message>
  <message>
   <source>Tell me when work is done</source>
   <translation>終わったら知らせる</translation>
  </message>
  <message>
   <source>Text size</source>
   <translation>文字の大きさ</translation>
  </message>
  <message>
   <source>That is more than {n} files. Drop their folder instead</source>
   <translation>{n} 件を超えています。フォルダーごとドロップしてください</translation>
  </message>
  <message>
   <source>The app is closing; this was not done.</source>
   <translation>アプリを閉じているため、この操作は行いませんでした。</translation>
  </message>
  <message>
   <source>The chosen format cannot hold this sound. Choose WAV or FLAC, which can.</source>
   <translation>選んだ形式ではこの音声を保存できません。WAV か FLAC なら保存できます。</translation>
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
   <source>The drive “{drive}” is not connected. Connect it or choose another folder.</source>
   <translation>ドライブ「{drive}」がつながっていません。つなぐか、別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>The earlier settings are unchanged.</source>
   <translation>前の設定はそのままです。</translation>
  </message>
  <message>
   <source>The engine could not finish this. The log says why.</source>
   <translation>エンジンが処理を終えられませんでした。理由は記録にあります。</translation>
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
   <source>The file is cut off; the part that can be read was converted.</source>
   <translation>ファイルが途中で切れています。読めたところまで変換しました。</translation>
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
   <source>The file is larger than {limit} GB and was not copied.</source>
   <translation>ファイルが {limit} GB を超えるため、コピーしませんでした。</translation>
  </message>
  <message>
   <source>The file is no longer there. It may have been moved or renamed.</source>
   <translation>ファイルがなくなっています。移されたか、名前が変わったのかもしれません。</translation>
  </message>
  <message>
   <source>The file is protected, so its sound cannot be read.</source>
   <translation>ファイルが保護されているため、音声を読めません。</translation>
  </message>
  <message>
   <source>The file itself is untouched.</source>
   <translation>ファイルそのものはそのままです。</translation>
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
   <source>The folder holds more than {n} entries; the rest was left out.</source>
   <translation>フォルダーの中身が {n} 件を超えるため、残りは追加していません。</translation>
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
   <source>The format needs another sample rate, so the result has that one.</source>
   <translation>この形式に合わせて、結果のサンプルレートを変えました。</translation>
  </message>
  <message>
   <source>The format needs another sample rate; the result has {n} Hz.</source>
   <translation>この形式に合わせてサンプルレートを変え、結果は {n} Hz です。</translation>
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
   <source>The language of the window. Changes at once.</source>
   <translation>ウィンドウの言語です。すぐに切り替わります。</translation>
  </message>
  <message>
   <source>The name for the result is longer than the drive allows. Choose a shorter one.</source>
   <translation>結果の名前がドライブの上限より長くなります。短い名前にしてください。</translation>
  </message>
  <message>
   <source>The oldest are removed first.</source>
   <translation>古いものから消します。</translation>
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
   <source>The original is never changed.</source>
   <translation>元のファイルは変更しません。</translation>
  </message>
  <message>
   <source>The page “{page}” could not be read. Its defaults are used.</source>
   <translation>「{page}」のページを読めないため、初期値を使います。</translation>
  </message>
  <message>
   <source>The path of the folder “{folder}” is too long for this system. Choose a folder with a shorter path.</source>
   <translation>フォルダー「{folder}」のパスが、このシステムには長すぎます。もっと短いパスのフォルダーを選んでください。</translation>
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
   <source>The sound changes its rate or channels inside the file; it was made uniform.</source>
   <translation>ファイルの途中でサンプルレートかチャンネルが変わるため、そろえました。</translation>
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
   <source>The system's key store answers.</source>
   <translation>システムのキーストアが使えます。</translation>
  </message>
  <message>
   <source>The video has no sound in it.</source>
   <translation>動画に音声が入っていません。</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>テーマ</translation>
  </message>
  <message>
   <source>There is no preset “{name}”. There are: {known}</source>
   <translation>「{name}」というプリセットはありません。使えるもの：{known}</translation>
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
   <source>There is not enough room on the disk: {size} MB are needed. Free some space, then try again.</source>
   <translation>ディスクの空きが足りません。{size} MB 必要です。空きを作って、もう一度試してください。</translation>
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
   <source>Third-party notices</source>
   <translation>第三者ライセンス</translation>
  </message>
  <message>
   <source>This cannot be stopped now</source>
   <translation>今は止められません</translation>
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
   <source>This entry is no longer there.</source>
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
   <source>This file is still used by a session. Remove it there first.</source>
   <translation>このファイルはセッションで使われています。先にそこから外してください。</translation>
  </message>
  <message>
   <source>This is not a file that can be read as sound.</source>
   <translation>音声として読めるファイルではありません。</translation>
  </message>
  <message>
   <source>This is not a full web address. It begins with https:// or http://.</source>
   <translation>完全な URL ではありません。https:// か http:// で始まります。</translation>
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
   <source>This key is too long for the key store of Windows. It is kept until the app closes.</source>
   <translation>キーが長すぎて Windows のキーストアに入りません。アプリを閉じるまで保持します。</translation>
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
   <source>Tiny</source>
   <translation>小人</translation>
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
   <source>Trying…</source>
   <translation>試行中…</translation>
  </message>
  <message>
   <source>Two more voices beside the first, slightly late.</source>
   <translation>少し遅れた声を 2 つ重ねます。</translation>
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
   <source>Version</source>
   <translation>バージョン</translation>
  </message>
  <message>
   <source>Version to listen to</source>
   <translation>聴くバージョン</translation>
  </message>
  <message>
   <source>Very low and very large.</source>
   <translation>とても低く、とても大きな体の声。</translation>
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
   <source>Voice conversion</source>
   <translation>音声変換</translation>
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
   <source>What is finished is kept. Work that is stopped leaves no half-written file and can be started again.</source>
   <translation>終わったものは残ります。止めた処理は途中のファイルを残さず、あとでもう一度始められます。</translation>
  </message>
  <message>
   <source>What was set aside is kept in the folder “damaged”.</source>
   <translation>分けたものは「damaged」フォルダーに残してあります。</translation>
  </message>
  <message>
   <source>When I close the window during work</source>
   <translation>処理中にウィンドウを閉じたとき</translation>
  </message>
  <message>
   <source>Where you hear originals and results.</source>
   <translation>元の音声と結果を聞くときの出力先です。</translation>
  </message>
  <message>
   <source>Whisper</source>
   <translation>ささやき</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>ウィンドウ</translation>
  </message>
  <message>
   <source>Without running work the window just closes.</source>
   <translation>処理中でなければ、そのまま閉じます。</translation>
  </message>
  <message>
   <source>Work goes on. What does not fit is refused before it starts.</source>
   <translation>処理は続けます。入りきらないものは、始める前に断ります。</translation>
  </message>
  <message>
   <source>Working</source>
   <translation>処理中</translation>
  </message>
  <message>
   <source>Writing</source>
   <translation>書き出し中</translation>
  </message>
  <message>
   <source>Writing into “{folder}” failed. Choose another folder.</source>
   <translation>「{folder}」に書き込めませんでした。別のフォルダーを選んでください。</translation>
  </message>
  <message>
   <source>You can find it in its folder.</source>
   <translation>フォルダーの中にあります。</translation>
  </message>
  <message>
   <source>Your backups and your own files are untouched.</source>
   <translation>バックアップとあなたのファイルはそのままです。</translation>
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
   <source>Your original files are not changed</source>
   <translation>元のファイルは変更しません</translation>
  </message>
  <message>
   <source>about {h} h left</source>
   <translation>残り 約 {h} 時間</translation>
  </message>
  <message>
   <source>about {h} h {m} min left</source>
   <translation>残り 約 {h} 時間 {m} 分</translation>
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
   <source>about {s} s left</source>
   <translation>残り 約 {s} 秒</translation>
  </message>
  <message>
   <source>converting {percent}%</source>
   <translation>変換中 {percent}%</translation>
  </message>
  <message>
   <source>done</source>
   <translation>完了</translation>
  </message>
  <message>
   <source>in semitones</source>
   <translation>半音単位</translation>
  </message>
  <message>
   <source>lossless</source>
   <translation>ロスレス</translation>
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
   <source>not available</source>
   <translation>使えません</translation>
  </message>
  <message>
   <source>not yet</source>
   <translation>まだありません</translation>
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
   <source>preview</source>
   <translation>試聴</translation>
  </message>
  <message>
   <source>ready</source>
   <translation>準備完了</translation>
  </message>
  <message>
   <source>s</source>
   <translation>秒</translation>
  </message>
  <message>
   <source>smaller</source>
   <translation>小さめ</translation>
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
   <source>the original stays as it is</source>
   <translation>元のファイルはそのまま</translation>
  </message>
  <message>
   <source>torch is not installed. The built-in voice effects work without it.</source>
   <translation>torch が入っていません。内蔵のボイス効果はなくても使えます。</translation>
  </message>
  <message>
   <source>working</source>
   <translation>処理中</translation>
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
   <source>{help} Takes effect after the next start.</source>
   <translation>{help}次の起動から有効になります。</translation>
  </message>
  <message>
   <source>{h} h left</source>
   <translation>残り {h} 時間</translation>
  </message>
  <message>
   <source>{h} h {m} min left</source>
   <translation>残り {h} 時間 {m} 分</translation>
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
   <source>{m} min left</source>
   <translation>残り {m} 分</translation>
  </message>
  <message>
   <source>{m} min {s} s left</source>
   <translation>残り {m} 分 {s} 秒</translation>
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
   <source>{n} channel</source>
   <translation>{n} チャンネル</translation>
  </message>
  <message>
   <source>{n} channels</source>
   <translation>{n} チャンネル</translation>
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
   <source>{n} file</source>
   <translation>{n} 件</translation>
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
   <source>{n} more notice</source>
   <translation>ほかに通知が {n} 件</translation>
  </message>
  <message>
   <source>{n} more notices</source>
   <translation>ほかに通知が {n} 件</translation>
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
   <source>{n} problem keeps the app from working.</source>
   <translation>{n} 件の問題があり、アプリを使えません。</translation>
  </message>
  <message>
   <source>{n} problems keep the app from working.</source>
   <translation>{n} 件の問題があり、アプリを使えません。</translation>
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
   <source>{n} to go</source>
   <translation>残り {n} 件</translation>
  </message>
  <message>
   <source>{n} wait for you</source>
   <translation>確認待ち {n} 件</translation>
  </message>
  <message>
   <source>{n} waits for you</source>
   <translation>確認待ち {n} 件</translation>
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
   <source>{stage} {percent}%</source>
   <translation>{stage} {percent}%</translation>
  </message>
  <message>
   <source>{s} s left</source>
   <translation>残り {s} 秒</translation>
  </message>
  <message>
   <source>{version} is not supported. Use Python 3.11, 3.12 or 3.13.</source>
   <translation>{version} には対応していません。Python 3.11、3.12、3.13 のどれかを使ってください。</translation>
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
   <source>“{field}” is not known. There are {fields}.</source>
   <translation>「{field}」は使えません。使えるのは {fields} です。</translation>
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
   <source>“{name}” cannot be read.</source>
   <translation>「{name}」を読めません。</translation>
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
   <source>“{name}” is not an audio or text file, so it was not opened.</source>
   <translation>「{name}」は音声ファイルでもテキストファイルでもないため、開きませんでした。</translation>
  </message>
  <message>
   <source>“{name}” may not be read. Check the permissions of the file.</source>
   <translation>「{name}」を読む許可がありません。ファイルのアクセス権を確かめてください。</translation>
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
