<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
 <context>
  <name>characoid</name>
  <message>
   <source>%</source>
   <translation>%</translation>
  </message>
  <message>
   <source>A big chest and a low pitch.</source>
   <translation>胸腔宽厚，音调低。</translation>
  </message>
  <message>
   <source>A desktop notification, only while the window is not in front.</source>
   <translation>窗口不在前面时，发一条桌面通知。</translation>
  </message>
  <message>
   <source>A file name cannot be empty, and cannot contain {signs} or unknown parts in braces.</source>
   <translation>文件名不能为空，也不能有 {signs} 或花括号里的未知部分。</translation>
  </message>
  <message>
   <source>A file name cannot contain {signs}</source>
   <translation>文件名不能有 {signs}</translation>
  </message>
  <message>
   <source>A file of this name is there already, and it was not touched.</source>
   <translation>已经有同名文件，没有动它。</translation>
  </message>
  <message>
   <source>A file or folder name is empty. Name what is to be converted, and a folder for it.</source>
   <translation>有一个文件名或文件夹名是空的。写明要转换什么，以及结果放到哪个文件夹。</translation>
  </message>
  <message>
   <source>A little lower, duller and breathier.</source>
   <translation>稍低、稍暗，气声多一点。</translation>
  </message>
  <message>
   <source>A name is needed.</source>
   <translation>需要一个名字。</translation>
  </message>
  <message>
   <source>A part of the data file was removed while the app was not running. The newest changes may be missing.</source>
   <translation>程序没有运行时，数据文件的一部分被移走了。最近的改动可能不在了。</translation>
  </message>
  <message>
   <source>A small loudspeaker or an old telephone.</source>
   <translation>像小喇叭或老电话。</translation>
  </message>
  <message>
   <source>A small, high voice.</source>
   <translation>又小又高的声音。</translation>
  </message>
  <message>
   <source>A window can open.</source>
   <translation>窗口可以打开。</translation>
  </message>
  <message>
   <source>About</source>
   <translation>关于</translation>
  </message>
  <message>
   <source>Activity</source>
   <translation>动态</translation>
  </message>
  <message>
   <source>Add a folder</source>
   <translation>添加文件夹</translation>
  </message>
  <message>
   <source>Add audio or video files</source>
   <translation>添加音频或视频文件</translation>
  </message>
  <message>
   <source>Add files…</source>
   <translation>添加文件…</translation>
  </message>
  <message>
   <source>Add folder…</source>
   <translation>添加文件夹…</translation>
  </message>
  <message>
   <source>All files (*)</source>
   <translation>所有文件 (*)</translation>
  </message>
  <message>
   <source>All waiting files</source>
   <translation>所有待转换的</translation>
  </message>
  <message>
   <source>Another program kept the data file locked for {seconds} seconds. Close backup or sync programs that use this folder, then try again.</source>
   <translation>另一个程序锁住数据文件 {seconds} 秒了。关闭在用这个文件夹的备份或同步程序，再试一次。</translation>
  </message>
  <message>
   <source>Ask me</source>
   <translation>问我</translation>
  </message>
  <message>
   <source>Audio and video ({patterns})</source>
   <translation>音频和视频 ({patterns})</translation>
  </message>
  <message>
   <source>Audio reader</source>
   <translation>音频读取</translation>
  </message>
  <message>
   <source>Beside the data file lay changes that belong to another file; they were set aside. The newest changes may be missing.</source>
   <translation>数据文件旁边有属于另一个文件的改动，已移到一边。最近的改动可能不在了。</translation>
  </message>
  <message>
   <source>Beside the original</source>
   <translation>原文件旁边</translation>
  </message>
  <message>
   <source>Breath instead of the voice; the words stay clear.</source>
   <translation>用气声代替嗓音，字词仍然清楚。</translation>
  </message>
  <message>
   <source>Bright</source>
   <translation>明亮</translation>
  </message>
  <message>
   <source>CHARACOID cannot start yet</source>
   <translation>CHARACOID 还不能启动</translation>
  </message>
  <message>
   <source>CHARACOID could not start because of a fault in the app. The log says more.</source>
   <translation>程序出了故障，CHARACOID 没能启动。详情见日志。</translation>
  </message>
  <message>
   <source>CHARACOID is already running, but it does not answer.</source>
   <translation>CHARACOID 已经在运行，但没有响应。</translation>
  </message>
  <message>
   <source>CHARACOID is starting</source>
   <translation>CHARACOID 正在启动</translation>
  </message>
  <message>
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <source>Cannot be read</source>
   <translation>无法读取</translation>
  </message>
  <message>
   <source>Capabilities</source>
   <translation>能力</translation>
  </message>
  <message>
   <source>Changes are for</source>
   <translation>改动用于</translation>
  </message>
  <message>
   <source>Changes are saved at once</source>
   <translation>改动立即保存</translation>
  </message>
  <message>
   <source>Character</source>
   <translation>音色</translation>
  </message>
  <message>
   <source>Chat</source>
   <translation>对话</translation>
  </message>
  <message>
   <source>Checked before work starts.</source>
   <translation>开始工作前检查。</translation>
  </message>
  <message>
   <source>Childlike</source>
   <translation>童声</translation>
  </message>
  <message>
   <source>Chinese and Japanese can be shown.</source>
   <translation>中文和日文都能显示。</translation>
  </message>
  <message>
   <source>Choose a folder</source>
   <translation>选择文件夹</translation>
  </message>
  <message>
   <source>Choose a folder for the results.</source>
   <translation>选择保存结果的文件夹。</translation>
  </message>
  <message>
   <source>Choose a folder…</source>
   <translation>选择文件夹…</translation>
  </message>
  <message>
   <source>Choose another folder…</source>
   <translation>换一个文件夹…</translation>
  </message>
  <message>
   <source>Choose files…</source>
   <translation>选择文件…</translation>
  </message>
  <message>
   <source>Choose the folder for results</source>
   <translation>选择保存结果的文件夹</translation>
  </message>
  <message>
   <source>Choose the folder in which CHARACOID keeps its data</source>
   <translation>选择 CHARACOID 存放数据的文件夹</translation>
  </message>
  <message>
   <source>Choose…</source>
   <translation>选择…</translation>
  </message>
  <message>
   <source>Clear finished</source>
   <translation>清除已完成的</translation>
  </message>
  <message>
   <source>Clear search</source>
   <translation>清除搜索</translation>
  </message>
  <message>
   <source>Close this notice</source>
   <translation>关闭这条通知</translation>
  </message>
  <message>
   <source>Conversion runs with low priority and takes longer when the computer is busy.</source>
   <translation>转换以低优先级运行，电脑忙时会慢一些。</translation>
  </message>
  <message>
   <source>Convert</source>
   <translation>转换</translation>
  </message>
  <message>
   <source>Convert again</source>
   <translation>再转换一次</translation>
  </message>
  <message>
   <source>Convert only this file</source>
   <translation>只转换这个文件</translation>
  </message>
  <message>
   <source>Convert the file or preview a region first.</source>
   <translation>先转换文件，或试听一个选区。</translation>
  </message>
  <message>
   <source>Convert {n} files</source>
   <translation>转换 {n} 个文件</translation>
  </message>
  <message>
   <source>Convert “{name}”</source>
   <translation>转换“{name}”</translation>
  </message>
  <message>
   <source>Converted</source>
   <translation>转换后</translation>
  </message>
  <message>
   <source>Converted to {preset}</source>
   <translation>已转换为“{preset}”</translation>
  </message>
  <message>
   <source>Converting</source>
   <translation>转换中</translation>
  </message>
  <message>
   <source>Converting the region…</source>
   <translation>正在转换选区…</translation>
  </message>
  <message>
   <source>Converting to {preset}</source>
   <translation>正在转换为“{preset}”</translation>
  </message>
  <message>
   <source>Converting works without it.</source>
   <translation>转换不受影响。</translation>
  </message>
  <message>
   <source>Copy dropped files</source>
   <translation>复制拖入的文件</translation>
  </message>
  <message>
   <source>Custom</source>
   <translation>自定义</translation>
  </message>
  <message>
   <source>Damaged ({detail}). Start the app: it keeps a copy and restores what can be read.</source>
   <translation>已损坏（{detail}）。启动程序后，会保留一份副本，并恢复能读出的内容。</translation>
  </message>
  <message>
   <source>Damaged pieces of the file became silence.</source>
   <translation>文件损坏的部分已变成静音。</translation>
  </message>
  <message>
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <source>Dark stays quieter beside a bright game.</source>
   <translation>深色在明亮的游戏旁边不抢眼。</translation>
  </message>
  <message>
   <source>Data</source>
   <translation>数据</translation>
  </message>
  <message>
   <source>Data folder</source>
   <translation>数据文件夹</translation>
  </message>
  <message>
   <source>Database</source>
   <translation>数据库</translation>
  </message>
  <message>
   <source>Decrease</source>
   <translation>减小</translation>
  </message>
  <message>
   <source>Deep</source>
   <translation>低沉</translation>
  </message>
  <message>
   <source>Did not answer within {limit} s.</source>
   <translation>{limit} 秒内没有响应。</translation>
  </message>
  <message>
   <source>Different from the default: {n}</source>
   <translation>与默认值不同：{n} 项</translation>
  </message>
  <message>
   <source>Do the same every time (can be changed in Settings)</source>
   <translation>每次都这样做（可以在设置里改）</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>完成</translation>
  </message>
  <message>
   <source>Double</source>
   <translation>叠声</translation>
  </message>
  <message>
   <source>Drag it into a folder or another app. Space copies it.</source>
   <translation>拖到文件夹或其他程序。按空格键复制。</translation>
  </message>
  <message>
   <source>Drag out</source>
   <translation>拖出</translation>
  </message>
  <message>
   <source>Drag the file out</source>
   <translation>拖出文件</translation>
  </message>
  <message>
   <source>Drop a song or speech here to begin. The format is recognised automatically.</source>
   <translation>把歌或说话的录音拖到这里就能开始。格式会自动识别。</translation>
  </message>
  <message>
   <source>Drop audio, video or a folder here</source>
   <translation>把音频、视频或文件夹拖到这里</translation>
  </message>
  <message>
   <source>Each file can still have its own.</source>
   <translation>每个文件仍可单独选择。</translation>
  </message>
  <message>
   <source>End it</source>
   <translation>结束它</translation>
  </message>
  <message>
   <source>Engine {name}</source>
   <translation>引擎 {name}</translation>
  </message>
  <message>
   <source>Engines</source>
   <translation>引擎</translation>
  </message>
  <message>
   <source>Error</source>
   <translation>错误</translation>
  </message>
  <message>
   <source>Everything older is intact.</source>
   <translation>更早的内容都完好。</translation>
  </message>
  <message>
   <source>Everything on this page is at its default.</source>
   <translation>这一页都是默认值。</translation>
  </message>
  <message>
   <source>Failed</source>
   <translation>失败</translation>
  </message>
  <message>
   <source>File name</source>
   <translation>文件名</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <source>Files cannot be added now</source>
   <translation>现在不能添加文件</translation>
  </message>
  <message>
   <source>Files cannot be written as “{format}”. Choose another format.</source>
   <translation>不能写成“{format}”格式。换一个格式。</translation>
  </message>
  <message>
   <source>Finished files are unchanged.</source>
   <translation>已完成的文件没有改动。</translation>
  </message>
  <message>
   <source>Finishing</source>
   <translation>收尾中</translation>
  </message>
  <message>
   <source>Folder</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <source>Folders more than {n} levels deep were left out.</source>
   <translation>超过 {n} 层的文件夹没有加入。</translation>
  </message>
  <message>
   <source>Fonts</source>
   <translation>字体</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>格式</translation>
  </message>
  <message>
   <source>From {low} to {high}</source>
   <translation>从 {low} 到 {high}</translation>
  </message>
  <message>
   <source>Full</source>
   <translation>完整</translation>
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
   <translation>给游戏和直播让路</translation>
  </message>
  <message>
   <source>Higher</source>
   <translation>升高</translation>
  </message>
  <message>
   <source>Higher, lighter and clear, like a cheerful heroine.</source>
   <translation>更高、更轻、更清亮，像开朗的女主角。</translation>
  </message>
  <message>
   <source>In one folder</source>
   <translation>一个文件夹</translation>
  </message>
  <message>
   <source>In the queue</source>
   <translation>排队中</translation>
  </message>
  <message>
   <source>In the queue, to be converted to {preset}</source>
   <translation>在队列中，将转换为“{preset}”</translation>
  </message>
  <message>
   <source>Increase</source>
   <translation>增大</translation>
  </message>
  <message>
   <source>Interrupted</source>
   <translation>被中断</translation>
  </message>
  <message>
   <source>It is at {path}</source>
   <translation>位置：{path}</translation>
  </message>
  <message>
   <source>It starts again when it is needed. 0: never.</source>
   <translation>用到时会再启动。0 表示不停止。</translation>
  </message>
  <message>
   <source>It will be called {name}</source>
   <translation>文件名将是 {name}</translation>
  </message>
  <message>
   <source>Keep loudness</source>
   <translation>保持响度</translation>
  </message>
  <message>
   <source>Keep running in tray</source>
   <translation>在托盘继续</translation>
  </message>
  <message>
   <source>Key</source>
   <translation>升降调</translation>
  </message>
  <message>
   <source>Key store</source>
   <translation>密钥库</translation>
  </message>
  <message>
   <source>Key {key}</source>
   <translation>升降调 {key}</translation>
  </message>
  <message>
   <source>Keys are kept for one run only.</source>
   <translation>密钥只保留到程序关闭。</translation>
  </message>
  <message>
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <source>Language and appearance</source>
   <translation>语言与外观</translation>
  </message>
  <message>
   <source>Larger text in the whole window.</source>
   <translation>放大整个窗口的文字。</translation>
  </message>
  <message>
   <source>Left: larger and darker. Right: smaller and lighter.</source>
   <translation>向左：更厚、更暗。向右：更薄、更亮。</translation>
  </message>
  <message>
   <source>Length and channels stay. The file's tags say where it comes from.</source>
   <translation>长度和声道不变。文件标签里记着来源。</translation>
  </message>
  <message>
   <source>Less</source>
   <translation>收起</translation>
  </message>
  <message>
   <source>Level</source>
   <translation>电平</translation>
  </message>
  <message>
   <source>Licence</source>
   <translation>许可证</translation>
  </message>
  <message>
   <source>Light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <source>Like a tape played too fast, at the right speed.</source>
   <translation>像快放的磁带，语速不变。</translation>
  </message>
  <message>
   <source>Listen, save or drag them out.</source>
   <translation>可以试听、另存或拖出。</translation>
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
   <translation>日志：{folder}</translation>
  </message>
  <message>
   <source>Logs</source>
   <translation>日志</translation>
  </message>
  <message>
   <source>Looking through the files…</source>
   <translation>正在查看文件…</translation>
  </message>
  <message>
   <source>Lower</source>
   <translation>降低</translation>
  </message>
  <message>
   <source>MB</source>
   <translation>MB</translation>
  </message>
  <message>
   <source>Measuring loudness</source>
   <translation>测量响度</translation>
  </message>
  <message>
   <source>More</source>
   <translation>更多</translation>
  </message>
  <message>
   <source>More for the whole list</source>
   <translation>整个列表的操作</translation>
  </message>
  <message>
   <source>Motion</source>
   <translation>动画</translation>
  </message>
  <message>
   <source>My song</source>
   <translation>我的歌</translation>
  </message>
  <message>
   <source>Neural engines</source>
   <translation>神经网络引擎</translation>
  </message>
  <message>
   <source>Next file</source>
   <translation>下一个文件</translation>
  </message>
  <message>
   <source>No audio files yet</source>
   <translation>还没有音频文件</translation>
  </message>
  <message>
   <source>No audio or video file was found in what you dropped.</source>
   <translation>拖入的内容里没有音频或视频文件。</translation>
  </message>
  <message>
   <source>No audio or video file was found in what you named.</source>
   <translation>你指定的路径里没有音频或视频文件。</translation>
  </message>
  <message>
   <source>No change until you choose a key or a character.</source>
   <translation>选升降调或音色之前，声音不变。</translation>
  </message>
  <message>
   <source>No damage was found in {limit} s; it is too large for the whole check.</source>
   <translation>{limit} 秒内没有发现损坏；文件太大，没有全部检查完。</translation>
  </message>
  <message>
   <source>No font with Chinese and Japanese characters was found. On Debian or Ubuntu: fonts-noto-cjk.</source>
   <translation>没有找到能显示中文和日文的字体。Debian 或 Ubuntu 上安装 fonts-noto-cjk。</translation>
  </message>
  <message>
   <source>No key was written to a file.</source>
   <translation>没有密钥写进文件。</translation>
  </message>
  <message>
   <source>No program on this computer opened “{name}”.</source>
   <translation>这台电脑上没有程序打开“{name}”。</translation>
  </message>
  <message>
   <source>No screen was found, so the window cannot open. Start it from a desktop session, or under a virtual screen (xvfb-run python3 run.py). Without a window this works: python -m characoid_desktop convert FILE -o FOLDER</source>
   <translation>没有找到屏幕，窗口打不开。在桌面会话里启动，或用虚拟屏幕启动（xvfb-run python3 run.py）。不开窗口时可以用：python -m characoid_desktop convert FILE -o FOLDER</translation>
  </message>
  <message>
   <source>No setting contains “{words}”.</source>
   <translation>没有包含“{words}”的设置。</translation>
  </message>
  <message>
   <source>No sound output was found. Connect headphones or speakers, then press play again.</source>
   <translation>没有找到声音输出。接上耳机或音箱，再按播放。</translation>
  </message>
  <message>
   <source>None was found. Converting works, listening does not.</source>
   <translation>没有找到。可以转换，但不能试听。</translation>
  </message>
  <message>
   <source>Not made yet; the first start makes it.</source>
   <translation>还没有建立，第一次启动时会建立。</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>提示</translation>
  </message>
  <message>
   <source>Nothing can be written to the folder “{folder}”. Allow writing there, or choose another folder.</source>
   <translation>文件夹“{folder}”不能写入。允许写入，或换一个文件夹。</translation>
  </message>
  <message>
   <source>Nothing in the list waits to be converted.</source>
   <translation>列表里没有待转换的文件。</translation>
  </message>
  <message>
   <source>Nothing is running</source>
   <translation>没有正在进行的工作</translation>
  </message>
  <message>
   <source>Nothing that was saved before is lost; only this change was not saved.</source>
   <translation>之前保存的都在，只有这次改动没有保存。</translation>
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation>什么都没有改动。</translation>
  </message>
  <message>
   <source>Nothing was removed.</source>
   <translation>什么都没有移除。</translation>
  </message>
  <message>
   <source>Notifications and tray</source>
   <translation>通知与托盘</translation>
  </message>
  <message>
   <source>Off</source>
   <translation>未启动</translation>
  </message>
  <message>
   <source>Off, so that nothing is heard in a stream.</source>
   <translation>默认关闭，不会传进直播。</translation>
  </message>
  <message>
   <source>Off: originals are used where they are. On: a copy is kept, so they may be moved.</source>
   <translation>关闭：直接用原位置的文件。打开：留一份副本，原文件可以移走。</translation>
  </message>
  <message>
   <source>Older</source>
   <translation>年长</translation>
  </message>
  <message>
   <source>One constant pitch. The key field moves it.</source>
   <translation>音高固定不变，用升降调来移动。</translation>
  </message>
  <message>
   <source>Only files and folders can be dropped here</source>
   <translation>这里只能拖入文件和文件夹</translation>
  </message>
  <message>
   <source>Only files on this computer can be dropped here</source>
   <translation>这里只能拖入这台电脑上的文件</translation>
  </message>
  <message>
   <source>Only for what plays here, not for converted files.</source>
   <translation>只影响这里的播放，不影响转换后的文件。</translation>
  </message>
  <message>
   <source>Only for work longer than</source>
   <translation>只通知超过这个时长的工作</translation>
  </message>
  <message>
   <source>Only this file</source>
   <translation>只这个文件</translation>
  </message>
  <message>
   <source>Only {free} GB are free on the disk of “{folder}”.</source>
   <translation>“{folder}”所在的磁盘只剩 {free} GB。</translation>
  </message>
  <message>
   <source>Only {size} MB are free on the disk of the app's folder.</source>
   <translation>程序文件夹所在的磁盘只剩 {size} MB。</translation>
  </message>
  <message>
   <source>Open</source>
   <translation>打开</translation>
  </message>
  <message>
   <source>Open CHARACOID</source>
   <translation>打开 CHARACOID</translation>
  </message>
  <message>
   <source>Open Settings</source>
   <translation>打开设置</translation>
  </message>
  <message>
   <source>Open data folder</source>
   <translation>打开数据文件夹</translation>
  </message>
  <message>
   <source>Open folder</source>
   <translation>打开文件夹</translation>
  </message>
  <message>
   <source>Open log</source>
   <translation>打开日志</translation>
  </message>
  <message>
   <source>Open log folder</source>
   <translation>打开日志文件夹</translation>
  </message>
  <message>
   <source>Open results</source>
   <translation>打开结果</translation>
  </message>
  <message>
   <source>Open settings</source>
   <translation>打开设置</translation>
  </message>
  <message>
   <source>Original</source>
   <translation>原声</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>页面</translation>
  </message>
  <message>
   <source>Pages of the settings</source>
   <translation>设置的各页</translation>
  </message>
  <message>
   <source>Panels</source>
   <translation>面板</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <source>Persona</source>
   <translation>角色</translation>
  </message>
  <message>
   <source>Play</source>
   <translation>播放</translation>
  </message>
  <message>
   <source>Play again</source>
   <translation>重新播放</translation>
  </message>
  <message>
   <source>Play on</source>
   <translation>播放设备</translation>
  </message>
  <message>
   <source>Playback at {time} of {total}</source>
   <translation>播放到 {time}，共 {total}</translation>
  </message>
  <message>
   <source>Preset for new files</source>
   <translation>新文件的预设</translation>
  </message>
  <message>
   <source>Press 1 or 2: same position, same loudness</source>
   <translation>按 1、2 切换，位置不变，响度一致</translation>
  </message>
  <message>
   <source>Preview region</source>
   <translation>试听选区</translation>
  </message>
  <message>
   <source>Previous file</source>
   <translation>上一个文件</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <source>Put one setting of “{page}” back to its default?</source>
   <translation>把“{page}”的 1 项设置恢复为默认值？</translation>
  </message>
  <message>
   <source>Put {n} settings of “{page}” back to their defaults?</source>
   <translation>把“{page}”的 {n} 项设置恢复为默认值？</translation>
  </message>
  <message>
   <source>PySide6 {version} aborts on this Python. Install PySide6-Essentials 6.11.3.</source>
   <translation>PySide6 {version} 在这个 Python 上会崩溃。安装 PySide6-Essentials 6.11.3。</translation>
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
   <translation>队列</translation>
  </message>
  <message>
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <source>RVC</source>
   <translation>RVC</translation>
  </message>
  <message>
   <source>RVC session</source>
   <translation>RVC 变声</translation>
  </message>
  <message>
   <source>Radio</source>
   <translation>收音机</translation>
  </message>
  <message>
   <source>Reading</source>
   <translation>读取中</translation>
  </message>
  <message>
   <source>Reading or writing was refused. Check the permissions of the file and its folder.</source>
   <translation>读取或写入被拒绝。检查文件和文件夹的权限。</translation>
  </message>
  <message>
   <source>Ready</source>
   <translation>就绪</translation>
  </message>
  <message>
   <source>Ready to convert to {preset}</source>
   <translation>可以转换为“{preset}”</translation>
  </message>
  <message>
   <source>Ready: files can be converted.</source>
   <translation>可以用了：能转换文件。</translation>
  </message>
  <message>
   <source>Reduced</source>
   <translation>减少</translation>
  </message>
  <message>
   <source>Reduced: nothing fades or slides, meters move more slowly.</source>
   <translation>减少：没有淡入和滑动，电平表动得更慢。</translation>
  </message>
  <message>
   <source>Region ends at {time} of {total}</source>
   <translation>选区到 {time} 结束，共 {total}</translation>
  </message>
  <message>
   <source>Region starts at {time} of {total}</source>
   <translation>选区从 {time} 开始，共 {total}</translation>
  </message>
  <message>
   <source>Region {start} to {end}</source>
   <translation>选区 {start}–{end}</translation>
  </message>
  <message>
   <source>Release to add {n} file</source>
   <translation>松开即可添加 {n} 个文件</translation>
  </message>
  <message>
   <source>Release to add {n} files</source>
   <translation>松开即可添加 {n} 个文件</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Remove from the list</source>
   <translation>从列表移除</translation>
  </message>
  <message>
   <source>Remove {n} files from the list</source>
   <translation>从列表移除 {n} 个文件</translation>
  </message>
  <message>
   <source>Restore</source>
   <translation>恢复</translation>
  </message>
  <message>
   <source>Restore the defaults of this page…</source>
   <translation>恢复这一页的默认值…</translation>
  </message>
  <message>
   <source>Robot</source>
   <translation>机器人</translation>
  </message>
  <message>
   <source>Room for previews</source>
   <translation>试听占用上限</translation>
  </message>
  <message>
   <source>Same as the system</source>
   <translation>跟随系统</translation>
  </message>
  <message>
   <source>Save as…</source>
   <translation>另存为…</translation>
  </message>
  <message>
   <source>Save in</source>
   <translation>保存到</translation>
  </message>
  <message>
   <source>Save results</source>
   <translation>保存结果</translation>
  </message>
  <message>
   <source>Save the result as</source>
   <translation>结果另存为</translation>
  </message>
  <message>
   <source>Saved as “{name}”.</source>
   <translation>已另存为“{name}”。</translation>
  </message>
  <message>
   <source>Search settings</source>
   <translation>搜索设置</translation>
  </message>
  <message>
   <source>Search settings, for example “format”</source>
   <translation>搜索设置，例如“格式”</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Short work ends without a notification.</source>
   <translation>很快做完的不通知。</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>在文件夹里显示</translation>
  </message>
  <message>
   <source>Show result in folder</source>
   <translation>在文件夹里显示结果</translation>
  </message>
  <message>
   <source>Show the list</source>
   <translation>显示列表</translation>
  </message>
  <message>
   <source>Some samples of the original were too loud and are cut off.</source>
   <translation>原音频有些采样太响，被削平了。</translation>
  </message>
  <message>
   <source>Some samples of the result were too loud and are cut off.</source>
   <translation>结果有些采样太响，被削平了。</translation>
  </message>
  <message>
   <source>Some samples were not numbers and became silence.</source>
   <translation>有些采样不是有效数值，已变成静音。</translation>
  </message>
  <message>
   <source>Something in the app went wrong. It keeps running.</source>
   <translation>程序里出了点问题，但还在运行。</translation>
  </message>
  <message>
   <source>Sound</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Sound output</source>
   <translation>声音输出</translation>
  </message>
  <message>
   <source>Sound with the notification</source>
   <translation>通知时发出声音</translation>
  </message>
  <message>
   <source>Start again</source>
   <translation>重新开始</translation>
  </message>
  <message>
   <source>Starting… Files can be dropped already.</source>
   <translation>正在启动。现在就可以拖入文件。</translation>
  </message>
  <message>
   <source>Starts and answers.</source>
   <translation>能启动，有响应。</translation>
  </message>
  <message>
   <source>Status</source>
   <translation>状态</translation>
  </message>
  <message>
   <source>Stay</source>
   <translation>留下</translation>
  </message>
  <message>
   <source>Stop all</source>
   <translation>全部停止</translation>
  </message>
  <message>
   <source>Stop all conversions</source>
   <translation>停止所有转换</translation>
  </message>
  <message>
   <source>Stop an unused engine after</source>
   <translation>引擎闲置多久后停止</translation>
  </message>
  <message>
   <source>Stop and quit</source>
   <translation>停止并退出</translation>
  </message>
  <message>
   <source>Stop {n} conversions? No half files are left.</source>
   <translation>停止 {n} 个转换？不会留下半个文件。</translation>
  </message>
  <message>
   <source>Stopped</source>
   <translation>已停止</translation>
  </message>
  <message>
   <source>Stopped. Nothing was left; convert it again whenever you like.</source>
   <translation>已停止，没有留下文件。随时可以再转换。</translation>
  </message>
  <message>
   <source>Stopping, up to 3 s</source>
   <translation>正在停止，最多 3 秒</translation>
  </message>
  <message>
   <source>Stopping, up to {s} s</source>
   <translation>正在停止，最多 {s} 秒</translation>
  </message>
  <message>
   <source>Storage</source>
   <translation>存储</translation>
  </message>
  <message>
   <source>System libraries for the window are missing: {packages}. Run “python3 run.py setup”, or install them with your package manager.</source>
   <translation>缺少窗口要用的系统库：{packages}。运行“python3 run.py setup”，或用包管理器安装。</translation>
  </message>
  <message>
   <source>Tell me when work is done</source>
   <translation>完成时通知我</translation>
  </message>
  <message>
   <source>Text size</source>
   <translation>文字大小</translation>
  </message>
  <message>
   <source>That is more than {n} files. Drop their folder instead</source>
   <translation>超过 {n} 个文件，改为拖入文件夹</translation>
  </message>
  <message>
   <source>The app is closing; this was not done.</source>
   <translation>程序正在关闭，这一步没有做。</translation>
  </message>
  <message>
   <source>The chosen format cannot hold this sound. Choose WAV or FLAC, which can.</source>
   <translation>选的格式存不下这段声音。换成 WAV 或 FLAC 就可以。</translation>
  </message>
  <message>
   <source>The conversion was interrupted when the app closed. No half file was left.</source>
   <translation>程序关闭时转换被中断，没有留下半个文件。</translation>
  </message>
  <message>
   <source>The damaged file is kept in the folder “damaged”.</source>
   <translation>损坏的文件保留在“damaged”文件夹里。</translation>
  </message>
  <message>
   <source>The data file can be read but not written. Allow writing to it, or choose another folder.</source>
   <translation>数据文件能读，但不能写。允许写入，或换一个文件夹。</translation>
  </message>
  <message>
   <source>The data file could not be read and there is no backup yet. A new one was started.</source>
   <translation>数据文件读不出来，也还没有备份，已新建一个。</translation>
  </message>
  <message>
   <source>The data file could not be read. The backup of {date} was restored; what changed after it is lost.</source>
   <translation>数据文件读不出来，已恢复 {date} 的备份。之后的改动丢失了。</translation>
  </message>
  <message>
   <source>The data file is damaged. Start the app again: it then keeps a copy of the file and restores what can be read.</source>
   <translation>数据文件损坏了。重新启动程序，会保留一份副本，并恢复能读出的内容。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. At most {n} entries are lost, {saved} were saved.</source>
   <translation>数据文件损坏过，已经修好。最多丢失 {n} 条，救回 {saved} 条。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. At most {n} entry is lost, {saved} were saved.</source>
   <translation>数据文件损坏过，已经修好。最多丢失 {n} 条，救回 {saved} 条。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. Nothing was lost.</source>
   <translation>数据文件损坏过，已经修好，什么都没有丢。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. {n} entries were saved; some may be lost.</source>
   <translation>数据文件损坏过，已经修好。救回 {n} 条，可能有一些丢失。</translation>
  </message>
  <message>
   <source>The data file was damaged and has been repaired. {n} entry was saved; some may be lost.</source>
   <translation>数据文件损坏过，已经修好。救回 {n} 条，可能有一些丢失。</translation>
  </message>
  <message>
   <source>The data were not changed.</source>
   <translation>数据没有改动。</translation>
  </message>
  <message>
   <source>The disk did not take the data: it may be full, over a quota, or failing. Free some space or check the disk, then try again.</source>
   <translation>磁盘没有收下数据：可能满了、超过配额，或正在损坏。腾出空间或检查磁盘，再试一次。</translation>
  </message>
  <message>
   <source>The disk is full. Free some space, then try again.</source>
   <translation>磁盘满了。腾出空间，再试一次。</translation>
  </message>
  <message>
   <source>The disk is full. Make room, then try again.</source>
   <translation>磁盘满了。腾出空间，再试一次。</translation>
  </message>
  <message>
   <source>The disk of “{folder}” is full. Make room, then try again.</source>
   <translation>“{folder}”所在的磁盘满了。腾出空间，再试一次。</translation>
  </message>
  <message>
   <source>The drive “{drive}” is not connected. Connect it or choose another folder.</source>
   <translation>磁盘“{drive}”没有连接。接上它，或换一个文件夹。</translation>
  </message>
  <message>
   <source>The earlier settings are unchanged.</source>
   <translation>之前的设置没有改动。</translation>
  </message>
  <message>
   <source>The engine could not finish this. The log says why.</source>
   <translation>引擎没能完成。原因见日志。</translation>
  </message>
  <message>
   <source>The engine does not know this task. The app and its engine do not fit together; installing the app again helps.</source>
   <translation>引擎不认识这项任务，它和程序不匹配。重新安装程序可以解决。</translation>
  </message>
  <message>
   <source>The engine gave an answer that makes no sense.</source>
   <translation>引擎的回答没有意义。</translation>
  </message>
  <message>
   <source>The engine refused the settings of this task.</source>
   <translation>引擎不接受这项任务的设置。</translation>
  </message>
  <message>
   <source>The engine says: {word}</source>
   <translation>引擎提示：{word}</translation>
  </message>
  <message>
   <source>The engine wrote nothing.</source>
   <translation>引擎什么都没有写出。</translation>
  </message>
  <message>
   <source>The file claims a sample rate of {rate} Hz, which cannot be right.</source>
   <translation>文件写的采样率是 {rate} Hz，不可能正确。</translation>
  </message>
  <message>
   <source>The file claims a sample rate that cannot be right.</source>
   <translation>文件写的采样率不可能正确。</translation>
  </message>
  <message>
   <source>The file could not be read to its end. Check the drive it is on.</source>
   <translation>文件没能读完。检查它所在的磁盘。</translation>
  </message>
  <message>
   <source>The file could not be written. Check the drive it goes to.</source>
   <translation>文件没能写入。检查要保存到的磁盘。</translation>
  </message>
  <message>
   <source>The file ends in the middle of a sample, which was left out.</source>
   <translation>文件在一个采样中间结束，这个采样没有使用。</translation>
  </message>
  <message>
   <source>The file ends too early. What could be read was used.</source>
   <translation>文件没有结尾，只用了能读出的部分。</translation>
  </message>
  <message>
   <source>The file gives a wrong length. All the sound in it was used.</source>
   <translation>文件写的长度不对，已用上里面的全部声音。</translation>
  </message>
  <message>
   <source>The file has a number of channels that cannot be read.</source>
   <translation>不支持文件的声道数。</translation>
  </message>
  <message>
   <source>The file has several sound tracks; the main one was used.</source>
   <translation>文件有多条音轨，用了主音轨。</translation>
  </message>
  <message>
   <source>The file has {channels} channels; 1 to 8 can be read.</source>
   <translation>文件有 {channels} 个声道，只能读取 1 到 8 个。</translation>
  </message>
  <message>
   <source>The file has {n} sound tracks; the main one was used.</source>
   <translation>文件有 {n} 条音轨，用了主音轨。</translation>
  </message>
  <message>
   <source>The file is cut off; the part that can be read was converted.</source>
   <translation>文件不完整，已转换能读出的部分。</translation>
  </message>
  <message>
   <source>The file is damaged; no sound in it can be read.</source>
   <translation>文件损坏了，读不出声音。</translation>
  </message>
  <message>
   <source>The file is empty.</source>
   <translation>文件是空的。</translation>
  </message>
  <message>
   <source>The file is larger than {limit} GB and was not copied.</source>
   <translation>文件超过 {limit} GB，没有复制。</translation>
  </message>
  <message>
   <source>The file is no longer there. It may have been moved or renamed.</source>
   <translation>文件已经不在了，可能被移走或改名。</translation>
  </message>
  <message>
   <source>The file is protected, so its sound cannot be read.</source>
   <translation>文件有保护，读不出声音。</translation>
  </message>
  <message>
   <source>The file itself is untouched.</source>
   <translation>文件本身没有动过。</translation>
  </message>
  <message>
   <source>The file “{name}” cannot be opened for reading.</source>
   <translation>文件“{name}”打不开，无法读取。</translation>
  </message>
  <message>
   <source>The file “{name}” is no longer there.</source>
   <translation>文件“{name}”已经不在了。</translation>
  </message>
  <message>
   <source>The file “{name}” is not there or cannot be opened.</source>
   <translation>文件“{name}”不在，或打不开。</translation>
  </message>
  <message>
   <source>The first {n} files were taken; the rest was left out.</source>
   <translation>只取了前 {n} 个文件，其余没有加入。</translation>
  </message>
  <message>
   <source>The folder cannot be written to. Choose another folder.</source>
   <translation>这个文件夹不能写入。换一个文件夹。</translation>
  </message>
  <message>
   <source>The folder for the result is no longer there. Choose another folder.</source>
   <translation>保存结果的文件夹不在了。换一个文件夹。</translation>
  </message>
  <message>
   <source>The folder holds more than {n} entries; the rest was left out.</source>
   <translation>文件夹里超过 {n} 项，其余没有加入。</translation>
  </message>
  <message>
   <source>The folder “{folder}” cannot be reached. Choose another one.</source>
   <translation>找不到文件夹“{folder}”。换一个。</translation>
  </message>
  <message>
   <source>The folder “{folder}” cannot be reached. Connect its drive and start again, or choose another folder.</source>
   <translation>找不到文件夹“{folder}”。接上它所在的磁盘再启动，或换一个文件夹。</translation>
  </message>
  <message>
   <source>The folder “{folder}” cannot be used. Choose another folder.</source>
   <translation>文件夹“{folder}”不能用。换一个文件夹。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is not there. Choose another folder.</source>
   <translation>文件夹“{folder}”不在。换一个文件夹。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is not there. Its drive may be missing: connect it, or choose another folder.</source>
   <translation>文件夹“{folder}”不在，可能没接上磁盘。接上磁盘，或换一个文件夹。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is read-only. Choose another one.</source>
   <translation>文件夹“{folder}”是只读的。换一个。</translation>
  </message>
  <message>
   <source>The folder “{folder}” is used now, but the choice could not be remembered for the next start.</source>
   <translation>现在用的是文件夹“{folder}”，但没能记住这个选择，下次启动还要再选。</translation>
  </message>
  <message>
   <source>The folder “{name}” cannot be read.</source>
   <translation>文件夹“{name}”无法读取。</translation>
  </message>
  <message>
   <source>The folder “{name}” is no longer there.</source>
   <translation>文件夹“{name}”已经不在了。</translation>
  </message>
  <message>
   <source>The format needs another sample rate, so the result has that one.</source>
   <translation>这个格式要用别的采样率，结果按它转换。</translation>
  </message>
  <message>
   <source>The format needs another sample rate; the result has {n} Hz.</source>
   <translation>这个格式要用别的采样率，结果是 {n} Hz。</translation>
  </message>
  <message>
   <source>The key holds a line break or an invisible character. Paste it again.</source>
   <translation>密钥里有换行或看不见的字符。重新粘贴。</translation>
  </message>
  <message>
   <source>The key is empty. Paste it again.</source>
   <translation>密钥是空的。重新粘贴。</translation>
  </message>
  <message>
   <source>The key is longer than {n} characters. Check what was pasted.</source>
   <translation>密钥超过 {n} 个字符。检查粘贴的内容。</translation>
  </message>
  <message>
   <source>The key store of the system does not answer. It may be waiting for its password. Keys are kept until the app closes.</source>
   <translation>系统密钥库没有响应，可能在等密码。密钥保留到程序关闭。</translation>
  </message>
  <message>
   <source>The key store of the system is locked or refuses. Keys are kept until the app closes.</source>
   <translation>系统密钥库锁着，或拒绝访问。密钥保留到程序关闭。</translation>
  </message>
  <message>
   <source>The language of the window. Changes at once.</source>
   <translation>窗口的语言，立即切换。</translation>
  </message>
  <message>
   <source>The name for the result is longer than the drive allows. Choose a shorter one.</source>
   <translation>结果的文件名超过磁盘允许的长度。换短一点的名字。</translation>
  </message>
  <message>
   <source>The oldest are removed first.</source>
   <translation>先清理最旧的。</translation>
  </message>
  <message>
   <source>The original file is unchanged, and the app keeps running.</source>
   <translation>原文件没有动过，程序还在运行。</translation>
  </message>
  <message>
   <source>The original file is untouched, and no half-written file was left.</source>
   <translation>原文件没有动过，也没有留下半个文件。</translation>
  </message>
  <message>
   <source>The original file is untouched.</source>
   <translation>原文件没有动过。</translation>
  </message>
  <message>
   <source>The original is never changed.</source>
   <translation>从不改动原文件。</translation>
  </message>
  <message>
   <source>The page “{page}” could not be read. Its defaults are used.</source>
   <translation>“{page}”页读不出来，改用默认值。</translation>
  </message>
  <message>
   <source>The path of the folder “{folder}” is too long for this system. Choose a folder with a shorter path.</source>
   <translation>文件夹“{folder}”的路径对这个系统来说太长了。换一个路径短些的文件夹。</translation>
  </message>
  <message>
   <source>The result could not be written in this format. Choose WAV or FLAC.</source>
   <translation>结果没能写成这个格式。换成 WAV 或 FLAC。</translation>
  </message>
  <message>
   <source>The result is as loud as the original.</source>
   <translation>结果和原音频一样响。</translation>
  </message>
  <message>
   <source>The same voice, a third higher.</source>
   <translation>同一个声音，升高三度。</translation>
  </message>
  <message>
   <source>The same voice, a third lower.</source>
   <translation>同一个声音，降低三度。</translation>
  </message>
  <message>
   <source>The sample could not be written. Make room on the disk, then try again.</source>
   <translation>示例没能写入。腾出磁盘空间，再试一次。</translation>
  </message>
  <message>
   <source>The screen {display} does not answer, so the window cannot open. Check DISPLAY, or start it under a virtual screen (xvfb-run python3 run.py). Without a window this works: python -m characoid_desktop convert FILE -o FOLDER</source>
   <translation>屏幕 {display} 没有响应，窗口打不开。检查 DISPLAY，或用虚拟屏幕启动（xvfb-run python3 run.py）。不开窗口时可以用：python -m characoid_desktop convert FILE -o FOLDER</translation>
  </message>
  <message>
   <source>The setting was not saved ({reason}).</source>
   <translation>设置没有保存（{reason}）。</translation>
  </message>
  <message>
   <source>The setting was not saved, because the disk is full.</source>
   <translation>磁盘满了，设置没有保存。</translation>
  </message>
  <message>
   <source>The setting was not saved, because the folder is read-only.</source>
   <translation>文件夹是只读的，设置没有保存。</translation>
  </message>
  <message>
   <source>The settings come from a newer version. What this version does not know is kept.</source>
   <translation>设置来自更新的版本。这个版本不认识的内容会保留。</translation>
  </message>
  <message>
   <source>The settings could not be read ({reason}). The defaults are used.</source>
   <translation>设置读不出来（{reason}），改用默认值。</translation>
  </message>
  <message>
   <source>The settings file was damaged. The defaults are used.</source>
   <translation>设置文件损坏了，改用默认值。</translation>
  </message>
  <message>
   <source>The settings file was damaged. The last good copy of it is used.</source>
   <translation>设置文件损坏了，改用最近一份完好的副本。</translation>
  </message>
  <message>
   <source>The sound changes its rate or channels inside the file; it was made uniform.</source>
   <translation>文件中途换了采样率或声道，已统一。</translation>
  </message>
  <message>
   <source>The sound is stored in a way that cannot be read.</source>
   <translation>这种存储方式的声音无法读取。</translation>
  </message>
  <message>
   <source>The sound is too long to be processed in one piece. Cut it first.</source>
   <translation>声音太长，没法一次处理。先剪短。</translation>
  </message>
  <message>
   <source>The sound is too short to be processed.</source>
   <translation>声音太短，没法处理。</translation>
  </message>
  <message>
   <source>The sound output stopped answering. It may have been unplugged; press play to go on.</source>
   <translation>声音输出没有响应，可能被拔掉了。按播放继续。</translation>
  </message>
  <message>
   <source>The state of a job could not be saved. The log says more.</source>
   <translation>任务状态没能保存。详情见日志。</translation>
  </message>
  <message>
   <source>The system's key store answers.</source>
   <translation>系统密钥库可用。</translation>
  </message>
  <message>
   <source>The video has no sound in it.</source>
   <translation>视频里没有声音。</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>主题</translation>
  </message>
  <message>
   <source>There is no preset “{name}”. There are: {known}</source>
   <translation>没有预设“{name}”。可用的有：{known}</translation>
  </message>
  <message>
   <source>There is no setting “{name}”.</source>
   <translation>没有“{name}”这项设置。</translation>
  </message>
  <message>
   <source>There is no sound in the file, only the header of a sound file.</source>
   <translation>文件里没有声音，只有音频文件头。</translation>
  </message>
  <message>
   <source>There is not enough room on the disk: {size} MB are needed. Free some space, then try again.</source>
   <translation>磁盘空间不够，需要 {size} MB。腾出空间，再试一次。</translation>
  </message>
  <message>
   <source>There was not enough memory. Close other programs, or try a shorter piece.</source>
   <translation>内存不够。关闭其他程序，或换短一点的音频。</translation>
  </message>
  <message>
   <source>These data were written by a newer version of CHARACOID Desktop. Install that version, or choose another data folder.</source>
   <translation>这些数据来自更新版本的 CHARACOID Desktop。安装那个版本，或换一个数据文件夹。</translation>
  </message>
  <message>
   <source>These files are in the list already.</source>
   <translation>这些文件已经在列表里。</translation>
  </message>
  <message>
   <source>Third-party notices</source>
   <translation>第三方声明</translation>
  </message>
  <message>
   <source>This cannot be stopped now</source>
   <translation>现在不能停止</translation>
  </message>
  <message>
   <source>This desktop has no tray.</source>
   <translation>这个桌面没有托盘。</translation>
  </message>
  <message>
   <source>This did not work because of a fault in the app. The log says more.</source>
   <translation>程序出了故障，这一步没有成功。详情见日志。</translation>
  </message>
  <message>
   <source>This did not work because of a fault in the app. Your files are untouched. Report: {file}</source>
   <translation>程序出了故障，这一步没有成功。你的文件没有动过。报告：{file}</translation>
  </message>
  <message>
   <source>This entry is no longer there.</source>
   <translation>这一项已经不在了。</translation>
  </message>
  <message>
   <source>This file could not be converted.</source>
   <translation>这个文件没能转换。</translation>
  </message>
  <message>
   <source>This file has no result to save any more.</source>
   <translation>这个文件已经没有可保存的结果了。</translation>
  </message>
  <message>
   <source>This file is still used by a session. Remove it there first.</source>
   <translation>还有会话在用这个文件。先在那里移除。</translation>
  </message>
  <message>
   <source>This is not a file that can be read as sound.</source>
   <translation>这不是能当作声音读取的文件。</translation>
  </message>
  <message>
   <source>This is not a full web address. It begins with https:// or http://.</source>
   <translation>这不是完整的网址。要以 https:// 或 http:// 开头。</translation>
  </message>
  <message>
   <source>This is not a sound file, whatever its name says.</source>
   <translation>虽然名字像，但这不是音频文件。</translation>
  </message>
  <message>
   <source>This is not a sound file; its content looks like {found}.</source>
   <translation>这不是音频文件，内容像是 {found}。</translation>
  </message>
  <message>
   <source>This key is too long for the key store of Windows. It is kept until the app closes.</source>
   <translation>这个密钥太长，Windows 密钥库存不下。它会保留到程序关闭。</translation>
  </message>
  <message>
   <source>This stopped because of a fault in the app. The log says more.</source>
   <translation>程序出了故障，这一项停止了。详情见日志。</translation>
  </message>
  <message>
   <source>This system has no key store. Keys are kept until the app closes and are never written to a file.</source>
   <translation>这个系统没有密钥库。密钥保留到程序关闭，不会写进文件。</translation>
  </message>
  <message>
   <source>Tiny</source>
   <translation>小不点</translation>
  </message>
  <message>
   <source>Try a sample</source>
   <translation>用示例试试</translation>
  </message>
  <message>
   <source>Try again</source>
   <translation>再试一次</translation>
  </message>
  <message>
   <source>Try all failed again</source>
   <translation>重试所有失败的</translation>
  </message>
  <message>
   <source>Trying…</source>
   <translation>正在重试…</translation>
  </message>
  <message>
   <source>Two more voices beside the first, slightly late.</source>
   <translation>旁边再叠两个声音，稍慢一点。</translation>
  </message>
  <message>
   <source>Used only while “{label}” is on.</source>
   <translation>只在“{label}”打开时有用。</translation>
  </message>
  <message>
   <source>Used only while “{label}” is “{choice}”.</source>
   <translation>只在“{label}”选“{choice}”时有用。</translation>
  </message>
  <message>
   <source>Used when results go into one folder.</source>
   <translation>结果存进一个文件夹时使用。</translation>
  </message>
  <message>
   <source>Version</source>
   <translation>版本</translation>
  </message>
  <message>
   <source>Version to listen to</source>
   <translation>试听的版本</translation>
  </message>
  <message>
   <source>Very low and very large.</source>
   <translation>非常低，非常庞大。</translation>
  </message>
  <message>
   <source>Voice</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Voice Studio</source>
   <translation>声音工坊</translation>
  </message>
  <message>
   <source>Voice conversion</source>
   <translation>变声</translation>
  </message>
  <message>
   <source>Volume</source>
   <translation>音量</translation>
  </message>
  <message>
   <source>WAV and FLAC keep everything; the others are smaller.</source>
   <translation>WAV 和 FLAC 完整保留，其他格式更小。</translation>
  </message>
  <message>
   <source>Waiting</source>
   <translation>待转换</translation>
  </message>
  <message>
   <source>Waiting for another conversion on this computer</source>
   <translation>等这台电脑上的另一个转换结束</translation>
  </message>
  <message>
   <source>Waiting for you</source>
   <translation>等你处理</translation>
  </message>
  <message>
   <source>Warn when less is free than</source>
   <translation>剩余空间少于时提醒</translation>
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
   <translation>已完成的都会保留。停止的工作不会留下半个文件，可以重新开始。</translation>
  </message>
  <message>
   <source>What was set aside is kept in the folder “damaged”.</source>
   <translation>移开的内容保留在“damaged”文件夹里。</translation>
  </message>
  <message>
   <source>When I close the window during work</source>
   <translation>工作时关闭窗口</translation>
  </message>
  <message>
   <source>Where you hear originals and results.</source>
   <translation>试听原声和结果时用的设备。</translation>
  </message>
  <message>
   <source>Whisper</source>
   <translation>耳语</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>窗口</translation>
  </message>
  <message>
   <source>Without running work the window just closes.</source>
   <translation>没有工作在进行时，窗口直接关闭。</translation>
  </message>
  <message>
   <source>Work goes on. What does not fit is refused before it starts.</source>
   <translation>工作照常进行。放不下的会在开始前拒绝。</translation>
  </message>
  <message>
   <source>Working</source>
   <translation>运行中</translation>
  </message>
  <message>
   <source>Writing</source>
   <translation>写入中</translation>
  </message>
  <message>
   <source>Writing into “{folder}” failed. Choose another folder.</source>
   <translation>没能写入“{folder}”。换一个文件夹。</translation>
  </message>
  <message>
   <source>You can find it in its folder.</source>
   <translation>可以在它的文件夹里找到。</translation>
  </message>
  <message>
   <source>Your backups and your own files are untouched.</source>
   <translation>备份和你自己的文件都没有动过。</translation>
  </message>
  <message>
   <source>Your data is being checked. This takes longer after a crash or on a slow disk.</source>
   <translation>正在检查数据。崩溃之后或磁盘较慢时，会多花一点时间。</translation>
  </message>
  <message>
   <source>Your data is safe.</source>
   <translation>数据完好。</translation>
  </message>
  <message>
   <source>Your data is safe. Wait a moment and try again, or end it.</source>
   <translation>数据完好。等一会儿再试，或结束它。</translation>
  </message>
  <message>
   <source>Your files are untouched.</source>
   <translation>你的文件没有动过。</translation>
  </message>
  <message>
   <source>Your files are untouched. The log says more.</source>
   <translation>你的文件没有动过。详情见日志。</translation>
  </message>
  <message>
   <source>Your original files are not changed</source>
   <translation>不会改动原文件</translation>
  </message>
  <message>
   <source>about {h} h left</source>
   <translation>约剩 {h} 小时</translation>
  </message>
  <message>
   <source>about {h} h {m} min left</source>
   <translation>约剩 {h} 小时 {m} 分</translation>
  </message>
  <message>
   <source>about {m} min left</source>
   <translation>约剩 {m} 分钟</translation>
  </message>
  <message>
   <source>about {m} min {s} s left</source>
   <translation>约剩 {m} 分 {s} 秒</translation>
  </message>
  <message>
   <source>about {s} s left</source>
   <translation>约剩 {s} 秒</translation>
  </message>
  <message>
   <source>converting {percent}%</source>
   <translation>正在转换 {percent}%</translation>
  </message>
  <message>
   <source>done</source>
   <translation>已完成</translation>
  </message>
  <message>
   <source>in semitones</source>
   <translation>单位：半音</translation>
  </message>
  <message>
   <source>lossless</source>
   <translation>无损</translation>
  </message>
  <message>
   <source>min</source>
   <translation>分钟</translation>
  </message>
  <message>
   <source>mono</source>
   <translation>单声道</translation>
  </message>
  <message>
   <source>not available</source>
   <translation>不可用</translation>
  </message>
  <message>
   <source>not yet</source>
   <translation>还没有</translation>
  </message>
  <message>
   <source>off, starts when needed</source>
   <translation>未启动，用到时启动</translation>
  </message>
  <message>
   <source>on its way</source>
   <translation>转换中</translation>
  </message>
  <message>
   <source>preview</source>
   <translation>试听</translation>
  </message>
  <message>
   <source>ready</source>
   <translation>就绪</translation>
  </message>
  <message>
   <source>s</source>
   <translation>秒</translation>
  </message>
  <message>
   <source>smaller</source>
   <translation>更小</translation>
  </message>
  <message>
   <source>source</source>
   <translation>原文件</translation>
  </message>
  <message>
   <source>starting</source>
   <translation>正在启动</translation>
  </message>
  <message>
   <source>stereo</source>
   <translation>立体声</translation>
  </message>
  <message>
   <source>stopped, starts again in a moment</source>
   <translation>已停止，马上重新启动</translation>
  </message>
  <message>
   <source>stopping</source>
   <translation>正在停止</translation>
  </message>
  <message>
   <source>the original stays as it is</source>
   <translation>不改动原文件</translation>
  </message>
  <message>
   <source>torch is not installed. The built-in voice effects work without it.</source>
   <translation>没有安装 torch。内置变声效果不需要它。</translation>
  </message>
  <message>
   <source>working</source>
   <translation>运行中</translation>
  </message>
  <message>
   <source>{device} (not connected)</source>
   <translation>{device}（未连接）</translation>
  </message>
  <message>
   <source>{done} converted, {failed} failed, {cancelled} stopped.</source>
   <translation>{done} 个转换好，{failed} 个失败，{cancelled} 个停止。</translation>
  </message>
  <message>
   <source>{done} of {total} converted.</source>
   <translation>共 {total} 个，已转换 {done} 个。</translation>
  </message>
  <message>
   <source>{engine} cannot be started. Installing the app again helps.</source>
   <translation>“{engine}”引擎无法启动。重新安装程序可以解决。</translation>
  </message>
  <message>
   <source>{engine} crashed.</source>
   <translation>“{engine}”引擎崩溃了。</translation>
  </message>
  <message>
   <source>{engine} did not get ready in time.</source>
   <translation>“{engine}”引擎没能按时准备好。</translation>
  </message>
  <message>
   <source>{engine} does not fit this version of the app. Installing the app again helps.</source>
   <translation>“{engine}”引擎和这个版本的程序不匹配。重新安装程序可以解决。</translation>
  </message>
  <message>
   <source>{engine} had to be started again before it had finished.</source>
   <translation>“{engine}”引擎还没做完，只好重新启动。</translation>
  </message>
  <message>
   <source>{engine} sent more than it should and was ended.</source>
   <translation>“{engine}”引擎发来的数据过多，已被结束。</translation>
  </message>
  <message>
   <source>{engine} stopped answering and was ended.</source>
   <translation>“{engine}”引擎没有响应，已被结束。</translation>
  </message>
  <message>
   <source>{engine} stopped several times in a few minutes and is not started again by itself.</source>
   <translation>“{engine}”引擎几分钟内停了好几次，不再自动启动。</translation>
  </message>
  <message>
   <source>{engine} stopped unexpectedly.</source>
   <translation>“{engine}”引擎意外停止了。</translation>
  </message>
  <message>
   <source>{engine} was ended because memory ran out. Close other programs, or try a shorter piece.</source>
   <translation>内存用完了，“{engine}”引擎被结束。关闭其他程序，或换短一点的音频。</translation>
  </message>
  <message>
   <source>{engine} was stopped before it had finished.</source>
   <translation>“{engine}”引擎还没做完就被停止了。</translation>
  </message>
  <message>
   <source>{engine} was updated while the app was running. Close CHARACOID and start it again.</source>
   <translation>程序运行时“{engine}”引擎更新了。关闭 CHARACOID，再重新启动。</translation>
  </message>
  <message>
   <source>{first} One more could not be added.</source>
   <translation>{first}还有 1 个没能添加。</translation>
  </message>
  <message>
   <source>{first} {n} more could not be added.</source>
   <translation>{first}还有 {n} 个没能添加。</translation>
  </message>
  <message>
   <source>{first} {second}</source>
   <translation>{first}{second}</translation>
  </message>
  <message>
   <source>{first}, {second}</source>
   <translation>{first}，{second}</translation>
  </message>
  <message>
   <source>{folder}, {free} GB free</source>
   <translation>{folder}，剩余 {free} GB</translation>
  </message>
  <message>
   <source>{format} cannot hold sound at {rate} Hz. Choose WAV or FLAC, which can.</source>
   <translation>{format} 存不下 {rate} Hz 的声音。换成 WAV 或 FLAC 就可以。</translation>
  </message>
  <message>
   <source>{format} cannot hold {channels} channels. Choose WAV or FLAC, which can.</source>
   <translation>{format} 存不下 {channels} 个声道。换成 WAV 或 FLAC 就可以。</translation>
  </message>
  <message>
   <source>{help} Takes effect after the next start.</source>
   <translation>{help}下次启动后生效。</translation>
  </message>
  <message>
   <source>{h} h left</source>
   <translation>剩 {h} 小时</translation>
  </message>
  <message>
   <source>{h} h {m} min left</source>
   <translation>剩 {h} 小时 {m} 分</translation>
  </message>
  <message>
   <source>{level} LUFS</source>
   <translation>{level} LUFS</translation>
  </message>
  <message>
   <source>{level}, peak {peak}</source>
   <translation>{level}，峰值 {peak}</translation>
  </message>
  <message>
   <source>{level}, peak {peak}, too loud</source>
   <translation>{level}，峰值 {peak}，太响</translation>
  </message>
  <message>
   <source>{level}, peak {peak}, too quiet</source>
   <translation>{level}，峰值 {peak}，太轻</translation>
  </message>
  <message>
   <source>{m} min left</source>
   <translation>剩 {m} 分钟</translation>
  </message>
  <message>
   <source>{m} min {s} s left</source>
   <translation>剩 {m} 分 {s} 秒</translation>
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
   <translation>{n} 声道</translation>
  </message>
  <message>
   <source>{n} channels</source>
   <translation>{n} 声道</translation>
  </message>
  <message>
   <source>{n} conversion is running</source>
   <translation>{n} 个转换正在进行</translation>
  </message>
  <message>
   <source>{n} conversion was interrupted. No half file was left.</source>
   <translation>{n} 个转换被中断，没有留下半个文件。</translation>
  </message>
  <message>
   <source>{n} conversions are running</source>
   <translation>{n} 个转换正在进行</translation>
  </message>
  <message>
   <source>{n} conversions were interrupted. No half files were left.</source>
   <translation>{n} 个转换被中断，没有留下半个文件。</translation>
  </message>
  <message>
   <source>{n} damaged pieces of the file became silence.</source>
   <translation>文件有 {n} 处损坏，已变成静音。</translation>
  </message>
  <message>
   <source>{n} did not work; its row says why.</source>
   <translation>{n} 个没有成功，原因写在列表里。</translation>
  </message>
  <message>
   <source>{n} did not work; their rows say why.</source>
   <translation>{n} 个没有成功，原因写在列表里。</translation>
  </message>
  <message>
   <source>{n} file</source>
   <translation>{n} 个文件</translation>
  </message>
  <message>
   <source>{n} file is converted.</source>
   <translation>{n} 个文件转换好了。</translation>
  </message>
  <message>
   <source>{n} file is ready</source>
   <translation>{n} 个文件转换好了</translation>
  </message>
  <message>
   <source>{n} files</source>
   <translation>{n} 个文件</translation>
  </message>
  <message>
   <source>{n} files are converted.</source>
   <translation>{n} 个文件转换好了。</translation>
  </message>
  <message>
   <source>{n} files are ready</source>
   <translation>{n} 个文件转换好了</translation>
  </message>
  <message>
   <source>{n} more notice</source>
   <translation>还有 {n} 条通知</translation>
  </message>
  <message>
   <source>{n} more notices</source>
   <translation>还有 {n} 条通知</translation>
  </message>
  <message>
   <source>{n} of {all}</source>
   <translation>{n} / {all}</translation>
  </message>
  <message>
   <source>{n} of {all} pictures hold something that cannot be read.</source>
   <translation>{all} 张图里有 {n} 张含有看不清的内容。</translation>
  </message>
  <message>
   <source>{n} problem keeps the app from working.</source>
   <translation>{n} 个问题让程序无法使用。</translation>
  </message>
  <message>
   <source>{n} problems keep the app from working.</source>
   <translation>{n} 个问题让程序无法使用。</translation>
  </message>
  <message>
   <source>{n} samples of the original were too loud and are cut off.</source>
   <translation>原音频有 {n} 个采样太响，被削平了。</translation>
  </message>
  <message>
   <source>{n} samples of the result were too loud and are cut off.</source>
   <translation>结果有 {n} 个采样太响，被削平了。</translation>
  </message>
  <message>
   <source>{n} samples were not numbers and became silence.</source>
   <translation>{n} 个采样不是有效数值，已变成静音。</translation>
  </message>
  <message>
   <source>{n} to go</source>
   <translation>还有 {n} 个</translation>
  </message>
  <message>
   <source>{n} wait for you</source>
   <translation>{n} 项等你处理</translation>
  </message>
  <message>
   <source>{n} waits for you</source>
   <translation>{n} 项等你处理</translation>
  </message>
  <message>
   <source>{panel} ({key})</source>
   <translation>{panel}（{key}）</translation>
  </message>
  <message>
   <source>{parts} are filled in. A number is added when a file of that name exists.</source>
   <translation>{parts} 会自动填入。有同名文件时加上数字。</translation>
  </message>
  <message>
   <source>{stage} {percent}%</source>
   <translation>{stage} {percent}%</translation>
  </message>
  <message>
   <source>{s} s left</source>
   <translation>剩 {s} 秒</translation>
  </message>
  <message>
   <source>{version} is not supported. Use Python 3.11, 3.12 or 3.13.</source>
   <translation>不支持 {version}。改用 Python 3.11、3.12 或 3.13。</translation>
  </message>
  <message>
   <source>{what} The damaged file was kept as “{name}”.</source>
   <translation>{what}损坏的文件保留为“{name}”。</translation>
  </message>
  <message>
   <source>{what} goes from {low} to {high} semitones.</source>
   <translation>{what} 的范围是 {low} 到 {high} 个半音。</translation>
  </message>
  <message>
   <source>“{field}” is not known. There are {fields}.</source>
   <translation>没有“{field}”。可用的有 {fields}。</translation>
  </message>
  <message>
   <source>“{folder}” cannot be written to. Choose another folder.</source>
   <translation>“{folder}”不能写入。换一个文件夹。</translation>
  </message>
  <message>
   <source>“{folder}” has too little room: about {need} MB are needed, {free} MB are free.</source>
   <translation>“{folder}”空间不够：约需要 {need} MB，剩余 {free} MB。</translation>
  </message>
  <message>
   <source>“{folder}” is a file. Choose a folder.</source>
   <translation>“{folder}”是文件。选择一个文件夹。</translation>
  </message>
  <message>
   <source>“{folder}” is not a folder. Choose another one.</source>
   <translation>“{folder}”不是文件夹。换一个。</translation>
  </message>
  <message>
   <source>“{folder}” is not a full path. Choose the folder again.</source>
   <translation>“{folder}”不是完整路径。重新选择文件夹。</translation>
  </message>
  <message>
   <source>“{label}” cannot take this value.</source>
   <translation>“{label}”不能用这个值。</translation>
  </message>
  <message>
   <source>“{label}” did not work.</source>
   <translation>“{label}”没有成功。</translation>
  </message>
  <message>
   <source>“{label}” had a value that does not fit. Its default is used.</source>
   <translation>“{label}”的值不合适，改用默认值。</translation>
  </message>
  <message>
   <source>“{label}” has no such choice.</source>
   <translation>“{label}”没有这个选项。</translation>
  </message>
  <message>
   <source>“{label}” must be between {low} and {high}.</source>
   <translation>“{label}”要在 {low} 到 {high} 之间。</translation>
  </message>
  <message>
   <source>“{label}” must be plain text of at most {n} characters.</source>
   <translation>“{label}”只能是纯文字，最多 {n} 个字。</translation>
  </message>
  <message>
   <source>“{link}” points to “{target}”, which cannot be reached. Connect its drive and start again, or choose another folder.</source>
   <translation>“{link}”指向“{target}”，但找不到它。接上它所在的磁盘再启动，或换一个文件夹。</translation>
  </message>
  <message>
   <source>“{name}” cannot be read.</source>
   <translation>“{name}”无法读取。</translation>
  </message>
  <message>
   <source>“{name}” is a folder, whatever its name says.</source>
   <translation>虽然名字像文件，但“{name}”是文件夹。</translation>
  </message>
  <message>
   <source>“{name}” is a link. Add the file that it points to.</source>
   <translation>“{name}”是链接。添加它指向的文件。</translation>
  </message>
  <message>
   <source>“{name}” is no longer there. It may have been moved or renamed.</source>
   <translation>“{name}”已经不在了，可能被移走或改名。</translation>
  </message>
  <message>
   <source>“{name}” is not a file that can be read as sound.</source>
   <translation>“{name}”不是能当作声音读取的文件。</translation>
  </message>
  <message>
   <source>“{name}” is not a file that can be read.</source>
   <translation>“{name}”不是能读取的文件。</translation>
  </message>
  <message>
   <source>“{name}” is not an audio or text file, so it was not opened.</source>
   <translation>“{name}”不是音频或文本文件，没有打开。</translation>
  </message>
  <message>
   <source>“{name}” may not be read. Check the permissions of the file.</source>
   <translation>“{name}”不允许读取。检查文件的权限。</translation>
  </message>
  <message>
   <source>“{name}”: {sentence}</source>
   <translation>“{name}”：{sentence}</translation>
  </message>
  <message>
   <source>“{path}” is in the way of a folder that the app needs. Move or rename it, or choose another folder.</source>
   <translation>“{path}”占了程序要用的文件夹的位置。移走或改名，或换一个文件夹。</translation>
  </message>
  <message>
   <source>“{title}” cannot be tried again.</source>
   <translation>“{title}”不能再试。</translation>
  </message>
 </context>
 <context>
  <name>QFileDialog</name>
  <message>
   <source>&amp;Look in:</source>
   <translation>位置(&amp;L)：</translation>
  </message>
  <message>
   <source>Files of &amp;type:</source>
   <translation>文件类型(&amp;T)：</translation>
  </message>
 </context>
</TS>
