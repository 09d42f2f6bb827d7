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
   <source>(The answer begins again.)</source>
   <translation>（重新开始回答。）</translation>
  </message>
  <message>
   <source>(hidden)</source>
   <translation>（隐藏）</translation>
  </message>
  <message>
   <source>- {at} You: {words}</source>
   <translation>- {at} 你：{words}</translation>
  </message>
  <message>
   <source>- “{title}” ({type})</source>
   <translation>- “{title}”（{type}）</translation>
  </message>
  <message>
   <source>- “{title}” ({type}, {pages} pages)</source>
   <translation>- “{title}”（{type}，{pages} 页）</translation>
  </message>
  <message>
   <source>- “{title}” is still being read</source>
   <translation>- “{title}”还在读取</translation>
  </message>
  <message>
   <source>- “{title}”: {why}</source>
   <translation>- “{title}”：{why}</translation>
  </message>
  <message>
   <source>0 keeps it where it was sung.</source>
   <translation>0 保持演唱时的位置。</translation>
  </message>
  <message>
   <source>0%: as loud as the original.</source>
   <translation>0%：和原声一样响。</translation>
  </message>
  <message>
   <source>A big chest and a low pitch.</source>
   <translation>胸腔宽厚，音调低。</translation>
  </message>
  <message>
   <source>A change could not be saved</source>
   <translation>有一处更改没能保存</translation>
  </message>
  <message>
   <source>A change to “{name}” was not saved.</source>
   <translation>“{name}”的一处修改没有保存。</translation>
  </message>
  <message>
   <source>A character can have {n} lore entries.</source>
   <translation>一个角色最多有 {n} 条世界书条目。</translation>
  </message>
  <message>
   <source>A character has at most {n} first messages to choose from.</source>
   <translation>一个角色最多有 {n} 个开场白可选。</translation>
  </message>
  <message>
   <source>A character is answering</source>
   <translation>角色正在回复</translation>
  </message>
  <message>
   <source>A character is written as .png, .json or .zip. Give the file a name that ends so: “{name}” does not.</source>
   <translation>角色可以写成 .png、.json 或 .zip 文件。请使用这样结尾的文件名：“{name}”不是。</translation>
  </message>
  <message>
   <source>A character needs a name.</source>
   <translation>角色要有名字。</translation>
  </message>
  <message>
   <source>A character that was deleted</source>
   <translation>已删除的角色</translation>
  </message>
  <message>
   <source>A confirmation waits for you</source>
   <translation>有确认等你处理</translation>
  </message>
  <message>
   <source>A confirmation waits for you.</source>
   <translation>有确认等你处理。</translation>
  </message>
  <message>
   <source>A desktop notification, only while the window is not in front.</source>
   <translation>窗口不在前面时，发一条桌面通知。</translation>
  </message>
  <message>
   <source>A document needs a title.</source>
   <translation>文档要有标题。</translation>
  </message>
  <message>
   <source>A file can be given with --attach.</source>
   <translation>文件可以用 --attach 指定。</translation>
  </message>
  <message>
   <source>A file is still being added.</source>
   <translation>文件还在添加。</translation>
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
   <source>A file of this message is not there any more. Add it again.</source>
   <translation>这条消息里有文件已经不在了。重新添加。</translation>
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
   <source>A first message needs a text.</source>
   <translation>开场白要有内容。</translation>
  </message>
  <message>
   <source>A key of the lore is longer than {n} characters.</source>
   <translation>世界书里有一个触发词超过 {n} 个字。</translation>
  </message>
  <message>
   <source>A little lower, duller and breathier.</source>
   <translation>稍低、稍暗，气声多一点。</translation>
  </message>
  <message>
   <source>A memory has at most {n} characters.</source>
   <translation>一条记忆最多 {n} 个字。</translation>
  </message>
  <message>
   <source>A message without words</source>
   <translation>没有文字的消息</translation>
  </message>
  <message>
   <source>A model in the library is damaged. Add it again.</source>
   <translation>声音库里有模型损坏了。重新添加。</translation>
  </message>
  <message>
   <source>A model that has to be loaded first may take a while.</source>
   <translation>要先载入的模型，可能会等一会儿。</translation>
  </message>
  <message>
   <source>A model that is gone</source>
   <translation>已经不在的模型</translation>
  </message>
  <message>
   <source>A model that is needed is not in the library.</source>
   <translation>需要的模型不在声音库里。</translation>
  </message>
  <message>
   <source>A name is needed.</source>
   <translation>需要一个名字。</translation>
  </message>
  <message>
   <source>A new conversation begins with it</source>
   <translation>新对话从这句话开始</translation>
  </message>
  <message>
   <source>A part of the data file was removed while the app was not running. The newest changes may be missing.</source>
   <translation>程序没有运行时，数据文件的一部分被移走了。最近的改动可能不在了。</translation>
  </message>
  <message>
   <source>A part of the engine is not installed. Installing the app again helps.</source>
   <translation>引擎缺少一部分。重新安装程序可以解决。</translation>
  </message>
  <message>
   <source>A part of the engine is not installed: {part}. Installing the app again helps.</source>
   <translation>引擎缺少一部分：{part}。重新安装程序可以解决。</translation>
  </message>
  <message>
   <source>A part of the profile is longer than {n} characters.</source>
   <translation>设定里有一项超过 {n} 个字。</translation>
  </message>
  <message>
   <source>A profile has no part “{name}”.</source>
   <translation>设定里没有“{name}”这一项。</translation>
  </message>
  <message>
   <source>A question in this conversation still waits for your answer. Answer or cancel it first.</source>
   <translation>这个对话里还有等你回答的确认。先回答或取消它。</translation>
  </message>
  <message>
   <source>A quotation mark in the file is never closed. Correct the file, then add it again.</source>
   <translation>文件里有一个引号没有闭合。改好文件，再重新添加。</translation>
  </message>
  <message>
   <source>A quotation mark that is opened near line {line} is never closed. Correct the file, then add it again.</source>
   <translation>第 {line} 行附近有一个引号没有闭合。改好文件，再重新添加。</translation>
  </message>
  <message>
   <source>A search server asks others, so this may take a while.</source>
   <translation>搜索服务器要去问别的来源，可能要等一会儿。</translation>
  </message>
  <message>
   <source>A server on this computer usually needs none.</source>
   <translation>这台电脑上的服务器一般不需要。</translation>
  </message>
  <message>
   <source>A skill is named with small letters, digits and hyphens, not “{name}”.</source>
   <translation>技能名只能用小写字母、数字和连字符，不能是“{name}”。</translation>
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
   <source>A test asks the server for its models and the model for one word.</source>
   <translation>测试会读取服务器的模型列表，让模型说一个词。</translation>
  </message>
  <message>
   <source>A test sends one everyday word to the server. Whether the web may be searched at all is set on the page “Assistant”.</source>
   <translation>测试会把一个日常的词发给服务器。能不能上网搜索，在“对话与确认”页设置。</translation>
  </message>
  <message>
   <source>A text in the picture is larger than any character.</source>
   <translation>图片里有一段文字太大，不会是角色。</translation>
  </message>
  <message>
   <source>A text of the lore is longer than {n} characters.</source>
   <translation>世界书里有一处文字超过 {n} 个字。</translation>
  </message>
  <message>
   <source>A try-out takes no files.</source>
   <translation>试聊时不能添加文件。</translation>
  </message>
  <message>
   <source>A voice alone</source>
   <translation>只有人声</translation>
  </message>
  <message>
   <source>A voice is a .pth file, often with an .index beside it. Drop whatever you have; what it is, the app finds out.</source>
   <translation>声音是 .pth 文件，旁边常有 .index 文件。有什么就拖什么，是什么由应用自己认出来。</translation>
  </message>
  <message>
   <source>A voice is made from the recordings of this session. The recordings stay.</source>
   <translation>用这次会话的录音做一个声音，录音保留。</translation>
  </message>
  <message>
   <source>A voice that is gone</source>
   <translation>已经不在的声音</translation>
  </message>
  <message>
   <source>A web address begins with https:// or http://.</source>
   <translation>网址以 https:// 或 http:// 开头。</translation>
  </message>
  <message>
   <source>A window can open.</source>
   <translation>窗口可以打开。</translation>
  </message>
  <message>
   <source>API key</source>
   <translation>API 密钥</translation>
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
   <source>Add</source>
   <translation>添加</translation>
  </message>
  <message>
   <source>Add a character</source>
   <translation>添加角色</translation>
  </message>
  <message>
   <source>Add a first message…</source>
   <translation>添加开场白…</translation>
  </message>
  <message>
   <source>Add a folder</source>
   <translation>添加文件夹</translation>
  </message>
  <message>
   <source>Add a folder of voices and models</source>
   <translation>添加声音和模型的文件夹</translation>
  </message>
  <message>
   <source>Add a memory</source>
   <translation>添加记忆</translation>
  </message>
  <message>
   <source>Add a memory for all characters</source>
   <translation>为所有角色添加一条记忆</translation>
  </message>
  <message>
   <source>Add a memory of this character</source>
   <translation>为这个角色添加一条记忆</translation>
  </message>
  <message>
   <source>Add a memory…</source>
   <translation>添加记忆…</translation>
  </message>
  <message>
   <source>Add a web page</source>
   <translation>添加网页</translation>
  </message>
  <message>
   <source>Add a web page…</source>
   <translation>添加网页…</translation>
  </message>
  <message>
   <source>Add an entry…</source>
   <translation>添加一条…</translation>
  </message>
  <message>
   <source>Add audio or video files</source>
   <translation>添加音频或视频文件</translation>
  </message>
  <message>
   <source>Add characters</source>
   <translation>添加角色</translation>
  </message>
  <message>
   <source>Add documents</source>
   <translation>添加文档</translation>
  </message>
  <message>
   <source>Add files to the message</source>
   <translation>给消息添加文件</translation>
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
   <source>Add these {n} files to the knowledge base?</source>
   <translation>把 {n} 个文件添加到知识库？</translation>
  </message>
  <message>
   <source>Add this file to the knowledge base?</source>
   <translation>把这个文件添加到知识库？</translation>
  </message>
  <message>
   <source>Add voices and models</source>
   <translation>添加声音和模型</translation>
  </message>
  <message>
   <source>Added</source>
   <translation>添加时间</translation>
  </message>
  <message>
   <source>Adding the file</source>
   <translation>添加文件</translation>
  </message>
  <message>
   <source>Adding to the knowledge base</source>
   <translation>添加到知识库</translation>
  </message>
  <message>
   <source>Adding voices and models</source>
   <translation>正在添加声音和模型</translation>
  </message>
  <message>
   <source>Address</source>
   <translation>网址</translation>
  </message>
  <message>
   <source>Address of the model</source>
   <translation>模型的地址</translation>
  </message>
  <message>
   <source>Add…</source>
   <translation>添加…</translation>
  </message>
  <message>
   <source>After</source>
   <translation>之后</translation>
  </message>
  <message>
   <source>After a conversation the character proposes what to remember. Nothing is kept before you agree. You can also write something down yourself.</source>
   <translation>对话之后，角色会提议要记住的事。你同意之前什么都不会记住。你也可以自己添加。</translation>
  </message>
  <message>
   <source>After a reply, under it. Nothing is remembered before you say yes.</source>
   <translation>回复之后，显示在它下面。你同意之前什么都不会记住。</translation>
  </message>
  <message>
   <source>After that they lapse and nothing is done.</source>
   <translation>过期后作废，什么都不做。</translation>
  </message>
  <message>
   <source>All</source>
   <translation>全部</translation>
  </message>
  <message>
   <source>All documents</source>
   <translation>所有文档</translation>
  </message>
  <message>
   <source>All files (*)</source>
   <translation>所有文件 (*)</translation>
  </message>
  <message>
   <source>All passages</source>
   <translation>所有段落</translation>
  </message>
  <message>
   <source>All saved · {time}</source>
   <translation>已全部保存 · {time}</translation>
  </message>
  <message>
   <source>All voices and models</source>
   <translation>所有声音和模型</translation>
  </message>
  <message>
   <source>All waiting files</source>
   <translation>所有待转换的</translation>
  </message>
  <message>
   <source>All {n} are in the library already.</source>
   <translation>这 {n} 个都已经在声音库里。</translation>
  </message>
  <message>
   <source>Also for</source>
   <translation>共享给</translation>
  </message>
  <message>
   <source>Always told, whatever is said</source>
   <translation>不管说到什么，总是告诉</translation>
  </message>
  <message>
   <source>Amber</source>
   <translation>琥珀</translation>
  </message>
  <message>
   <source>An address is empty, or begins with https:// or http:// and holds no name or password.</source>
   <translation>地址可以留空；否则以 https:// 或 http:// 开头，不含用户名和密码。</translation>
  </message>
  <message>
   <source>An entry needs a text.</source>
   <translation>条目要有内容。</translation>
  </message>
  <message>
   <source>An entry of the lore has more than {n} keys.</source>
   <translation>世界书里有一条超过 {n} 个触发词。</translation>
  </message>
  <message>
   <source>An estimate: models count differently. Lore, memories and the conversation are added as they fit.</source>
   <translation>这是估计值：各模型的计法不同。世界书、记忆和对话会按能放下的量加入。</translation>
  </message>
  <message>
   <source>And one of these as well</source>
   <translation>并且还要出现其中一个</translation>
  </message>
  <message>
   <source>Another colour…</source>
   <translation>其他颜色…</translation>
  </message>
  <message>
   <source>Another first message</source>
   <translation>其他开场白</translation>
  </message>
  <message>
   <source>Another program kept the data file locked for {seconds} seconds. Close backup or sync programs that use this folder, then try again.</source>
   <translation>另一个程序锁住数据文件 {seconds} 秒了。关闭在用这个文件夹的备份或同步程序，再试一次。</translation>
  </message>
  <message>
   <source>Another seed</source>
   <translation>换一个种子</translation>
  </message>
  <message>
   <source>Answer again</source>
   <translation>重新回答</translation>
  </message>
  <message>
   <source>Answering</source>
   <translation>回复中</translation>
  </message>
  <message>
   <source>Any OpenAI-compatible server, also one on this computer. Empty: the offline brain answers.</source>
   <translation>任何兼容 OpenAI 的服务器，这台电脑上的也行。留空：离线应答。</translation>
  </message>
  <message>
   <source>Approve once</source>
   <translation>仅这次允许</translation>
  </message>
  <message>
   <source>Approved by you</source>
   <translation>你已允许</translation>
  </message>
  <message>
   <source>Arguments</source>
   <translation>参数</translation>
  </message>
  <message>
   <source>As it is</source>
   <translation>保持原样</translation>
  </message>
  <message>
   <source>Ask a question or type words</source>
   <translation>提一个问题，或输入字词</translation>
  </message>
  <message>
   <source>Ask as you would ask the character. You see the passages it would find, and where they stand.</source>
   <translation>像问角色那样提问。这里会显示它能找到的段落和出处。</translation>
  </message>
  <message>
   <source>Ask before a conversion</source>
   <translation>转换前先问我</translation>
  </message>
  <message>
   <source>Ask before each search</source>
   <translation>每次搜索前先问</translation>
  </message>
  <message>
   <source>Ask me</source>
   <translation>问我</translation>
  </message>
  <message>
   <source>Asked because this turn has read text from outside:</source>
   <translation>这一轮读过外部的文字，所以要确认：</translation>
  </message>
  <message>
   <source>Asked for</source>
   <translation>提出请求</translation>
  </message>
  <message>
   <source>Asked for missing input</source>
   <translation>请你补充内容</translation>
  </message>
  <message>
   <source>Asked you</source>
   <translation>请你确认</translation>
  </message>
  <message>
   <source>Asked you {n} questions</source>
   <translation>请你确认 {n} 项</translation>
  </message>
  <message>
   <source>Asking about a setting</source>
   <translation>确认设置改动</translation>
  </message>
  <message>
   <source>Asking about the training</source>
   <translation>确认训练</translation>
  </message>
  <message>
   <source>Asking for a file</source>
   <translation>索取文件</translation>
  </message>
  <message>
   <source>Asking the tables</source>
   <translation>查询表格</translation>
  </message>
  <message>
   <source>Assistant</source>
   <translation>对话与确认</translation>
  </message>
  <message>
   <source>At most {limit} files go with one message.</source>
   <translation>一条消息最多附 {limit} 个文件。</translation>
  </message>
  <message>
   <source>At most {n} files go with one message.</source>
   <translation>一条消息最多附 {n} 个文件。</translation>
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
   <source>Audit</source>
   <translation>审计</translation>
  </message>
  <message>
   <source>Author</source>
   <translation>作者</translation>
  </message>
  <message>
   <source>Automatic</source>
   <translation>自动</translation>
  </message>
  <message>
   <source>Automatic fits nearly every model.</source>
   <translation>几乎所有模型都适合用自动。</translation>
  </message>
  <message>
   <source>Back</source>
   <translation>返回</translation>
  </message>
  <message>
   <source>Back to the list</source>
   <translation>返回列表</translation>
  </message>
  <message>
   <source>Back to the session</source>
   <translation>返回会话</translation>
  </message>
  <message>
   <source>Backing vocals stay with the music ({name})</source>
   <translation>和声留在伴奏里（{name}）</translation>
  </message>
  <message>
   <source>Before</source>
   <translation>之前</translation>
  </message>
  <message>
   <source>Begin the try-out anew</source>
   <translation>重新开始试聊</translation>
  </message>
  <message>
   <source>Being read</source>
   <translation>正在读取</translation>
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
   <source>Bring it back</source>
   <translation>找回</translation>
  </message>
  <message>
   <source>Built in.</source>
   <translation>内置。</translation>
  </message>
  <message>
   <source>Built-in effects</source>
   <translation>内置效果</translation>
  </message>
  <message>
   <source>Built-in engine</source>
   <translation>内置引擎</translation>
  </message>
  <message>
   <source>By the server</source>
   <translation>原生</translation>
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
   <source>CHARACOID is open already. Ask in its window, or close it first.</source>
   <translation>CHARACOID 已经打开。在窗口里问，或先关闭它。</translation>
  </message>
  <message>
   <source>CHARACOID is open. Drop the files on its library, or close it first.</source>
   <translation>CHARACOID 正开着。把文件拖到它的声音库，或先关闭它。</translation>
  </message>
  <message>
   <source>CHARACOID is open. Use its window, or close it first.</source>
   <translation>CHARACOID 正开着。在它的窗口里操作，或先关闭它。</translation>
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
   <source>Cancelled</source>
   <translation>已取消</translation>
  </message>
  <message>
   <source>Cancelling a voice session</source>
   <translation>取消声音会话</translation>
  </message>
  <message>
   <source>Cancelling the conversion</source>
   <translation>停止转换</translation>
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
   <source>Card (JSON)…</source>
   <translation>角色卡（JSON）…</translation>
  </message>
  <message>
   <source>Card with picture (PNG)…</source>
   <translation>带图片的角色卡（PNG）…</translation>
  </message>
  <message>
   <source>Change a setting?</source>
   <translation>改这项设置？</translation>
  </message>
  <message>
   <source>Change it, then remember</source>
   <translation>改好再记住</translation>
  </message>
  <message>
   <source>Change this character's profile?</source>
   <translation>更改这个角色的设定？</translation>
  </message>
  <message>
   <source>Change this memory</source>
   <translation>修改这条记忆</translation>
  </message>
  <message>
   <source>Change this memory?</source>
   <translation>修改这条记忆？</translation>
  </message>
  <message>
   <source>Changes</source>
   <translation>变化</translation>
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
   <source>Change…</source>
   <translation>修改…</translation>
  </message>
  <message>
   <source>Changing a memory</source>
   <translation>更改记忆</translation>
  </message>
  <message>
   <source>Changing a setting</source>
   <translation>更改设置</translation>
  </message>
  <message>
   <source>Changing a voice</source>
   <translation>更改声音</translation>
  </message>
  <message>
   <source>Changing the profile</source>
   <translation>更改设定</translation>
  </message>
  <message>
   <source>Character</source>
   <translation>音色</translation>
  </message>
  <message>
   <source>Character preview</source>
   <translation>角色预览</translation>
  </message>
  <message>
   <source>Character preview: {tokens}…</source>
   <translation>角色预览：{tokens}…</translation>
  </message>
  <message>
   <source>Character preview…</source>
   <translation>角色预览…</translation>
  </message>
  <message>
   <source>Character: {name}</source>
   <translation>角色：{name}</translation>
  </message>
  <message>
   <source>Characters</source>
   <translation>角色</translation>
  </message>
  <message>
   <source>Characters ({patterns})</source>
   <translation>角色 ({patterns})</translation>
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
   <source>Checking the task</source>
   <translation>检查任务</translation>
  </message>
  <message>
   <source>Checking the voice</source>
   <translation>检查声音</translation>
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
   <source>Choose a file</source>
   <translation>选择文件</translation>
  </message>
  <message>
   <source>Choose a file…</source>
   <translation>选择文件…</translation>
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
   <source>Choose a memory first</source>
   <translation>先选一条记忆</translation>
  </message>
  <message>
   <source>Choose a model</source>
   <translation>选择模型</translation>
  </message>
  <message>
   <source>Choose a picture</source>
   <translation>选择图片</translation>
  </message>
  <message>
   <source>Choose a program</source>
   <translation>选择程序</translation>
  </message>
  <message>
   <source>Choose an index</source>
   <translation>选择索引</translation>
  </message>
  <message>
   <source>Choose another folder…</source>
   <translation>换一个文件夹…</translation>
  </message>
  <message>
   <source>Choose another…</source>
   <translation>换一个…</translation>
  </message>
  <message>
   <source>Choose files…</source>
   <translation>选择文件…</translation>
  </message>
  <message>
   <source>Choose one…</source>
   <translation>选一个…</translation>
  </message>
  <message>
   <source>Choose or drop a PNG, JPEG or WebP picture</source>
   <translation>选择或拖入 PNG、JPEG 或 WebP 图片</translation>
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
   <source>Choose the new version</source>
   <translation>选择新版本</translation>
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
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>Close the detail</source>
   <translation>关闭详情</translation>
  </message>
  <message>
   <source>Close the details</source>
   <translation>关闭详情</translation>
  </message>
  <message>
   <source>Close this notice</source>
   <translation>关闭这条通知</translation>
  </message>
  <message>
   <source>Code</source>
   <translation>代码</translation>
  </message>
  <message>
   <source>Come with the app</source>
   <translation>程序自带</translation>
  </message>
  <message>
   <source>Conditions for different columns that are joined with “or” are not understood: “{one}” or “{other}”. Ask for one after the other.</source>
   <translation>不同列之间用“或”连接的条件无法处理：“{one}”或“{other}”。请分开提问。</translation>
  </message>
  <message>
   <source>Configuration</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Confirmation</source>
   <translation>确认</translation>
  </message>
  <message>
   <source>Connect a model</source>
   <translation>连接模型</translation>
  </message>
  <message>
   <source>Connect a model…</source>
   <translation>连接模型…</translation>
  </message>
  <message>
   <source>ContentVec in the library is damaged or incomplete. Add it again.</source>
   <translation>声音库里的 ContentVec 损坏或不完整。重新添加。</translation>
  </message>
  <message>
   <source>ContentVec in the library is of another kind than voices need. Add the right one.</source>
   <translation>声音库里的 ContentVec 不是声音要的类型。添加正确的那个。</translation>
  </message>
  <message>
   <source>ContentVec is missing; every voice needs it. Drop its folder (config.json and pytorch_model.bin or model.safetensors) on the library; Applio keeps it in rvc/models/embedders/contentvec.</source>
   <translation>缺少 ContentVec，每个声音都需要它。把它的文件夹（config.json 加 pytorch_model.bin 或 model.safetensors）拖到声音库，Applio 里在 rvc/models/embedders/contentvec。</translation>
  </message>
  <message>
   <source>Context of the model</source>
   <translation>模型的上下文</translation>
  </message>
  <message>
   <source>Controlling GPT-SoVITS</source>
   <translation>控制 GPT-SoVITS</translation>
  </message>
  <message>
   <source>Conversation</source>
   <translation>对话</translation>
  </message>
  <message>
   <source>Conversation {id}</source>
   <translation>对话 {id}</translation>
  </message>
  <message>
   <source>Conversations</source>
   <translation>对话列表</translation>
  </message>
  <message>
   <source>Conversations, memories and files stay.</source>
   <translation>对话、记忆和文件都保留。</translation>
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
   <source>Convert next</source>
   <translation>优先转换</translation>
  </message>
  <message>
   <source>Convert only this file</source>
   <translation>只转换这个文件</translation>
  </message>
  <message>
   <source>Convert the file first.</source>
   <translation>先转换文件。</translation>
  </message>
  <message>
   <source>Convert the file or preview a region first.</source>
   <translation>先转换文件，或试听一个选区。</translation>
  </message>
  <message>
   <source>Convert the song first: voice and music are taken apart then.</source>
   <translation>先转换这首歌，转换时会分离人声和伴奏。</translation>
  </message>
  <message>
   <source>Convert this audio?</source>
   <translation>转换这段音频？</translation>
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
   <source>Copied</source>
   <translation>已复制</translation>
  </message>
  <message>
   <source>Copy</source>
   <translation>复制</translation>
  </message>
  <message>
   <source>Copy dropped files</source>
   <translation>复制拖入的文件</translation>
  </message>
  <message>
   <source>Copy selection</source>
   <translation>复制选中的文字</translation>
  </message>
  <message>
   <source>Copy the code</source>
   <translation>复制代码</translation>
  </message>
  <message>
   <source>Coral</source>
   <translation>珊瑚</translation>
  </message>
  <message>
   <source>Course</source>
   <translation>经过</translation>
  </message>
  <message>
   <source>Create</source>
   <translation>创建</translation>
  </message>
  <message>
   <source>Creator</source>
   <translation>作者</translation>
  </message>
  <message>
   <source>Creator's notes</source>
   <translation>作者备注</translation>
  </message>
  <message>
   <source>Credit</source>
   <translation>署名</translation>
  </message>
  <message>
   <source>Custom</source>
   <translation>自定义</translation>
  </message>
  <message>
   <source>Cut off</source>
   <translation>中途断开</translation>
  </message>
  <message>
   <source>Cut off: {what}</source>
   <translation>中途断开：{what}</translation>
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
   <source>Damping</source>
   <translation>阻尼</translation>
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
   <source>Decide later</source>
   <translation>稍后决定</translation>
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
   <source>Delete</source>
   <translation>删除</translation>
  </message>
  <message>
   <source>Delete the entry “{title}”?</source>
   <translation>删除条目“{title}”？</translation>
  </message>
  <message>
   <source>Delete the first message “{text}”?</source>
   <translation>删除开场白“{text}”？</translation>
  </message>
  <message>
   <source>Delete this voice?</source>
   <translation>删除这个声音？</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore, and the documents that only it has? This cannot be taken back.</source>
   <translation>删除“{name}”，连同它的所有对话、记忆和世界书，以及只属于它的文档？此操作无法撤销。</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore, and with {n} document that no other character has: {documents}? This cannot be taken back.</source>
   <translation>删除“{name}”，连同它的所有对话、记忆和世界书，以及其他角色都没有的 {n} 份文档（{documents}）？此操作无法撤销。</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore, and with {n} documents that no other character has: {documents}? This cannot be taken back.</source>
   <translation>删除“{name}”，连同它的所有对话、记忆和世界书，以及其他角色都没有的 {n} 份文档（{documents}）？此操作无法撤销。</translation>
  </message>
  <message>
   <source>Delete “{name}” with all its conversations, memories and lore? This cannot be taken back.</source>
   <translation>删除“{name}”和其中的全部对话、记忆和世界书？删除后无法恢复。</translation>
  </message>
  <message>
   <source>Delete “{title}” with all its messages?</source>
   <translation>删除“{title}”和其中的全部消息？</translation>
  </message>
  <message>
   <source>Delete…</source>
   <translation>删除…</translation>
  </message>
  <message>
   <source>Deleting a voice</source>
   <translation>删除声音</translation>
  </message>
  <message>
   <source>Denied by you</source>
   <translation>你已拒绝</translation>
  </message>
  <message>
   <source>Denied: {what}</source>
   <translation>已拒绝：{what}</translation>
  </message>
  <message>
   <source>Deny</source>
   <translation>拒绝</translation>
  </message>
  <message>
   <source>Deny with reason…</source>
   <translation>拒绝并说明…</translation>
  </message>
  <message>
   <source>Deny with this reason</source>
   <translation>按这个理由拒绝</translation>
  </message>
  <message>
   <source>Described in text</source>
   <translation>提示词</translation>
  </message>
  <message>
   <source>Description</source>
   <translation>描述</translation>
  </message>
  <message>
   <source>Detail</source>
   <translation>详情</translation>
  </message>
  <message>
   <source>Details</source>
   <translation>详情</translation>
  </message>
  <message>
   <source>Details ({n} item) · {tool}</source>
   <translation>详情（{n} 项）· {tool}</translation>
  </message>
  <message>
   <source>Details ({n} items) · {tool}</source>
   <translation>详情（{n} 项）· {tool}</translation>
  </message>
  <message>
   <source>Details: {words}</source>
   <translation>详情：{words}</translation>
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
   <source>Dismiss</source>
   <translation>忽略</translation>
  </message>
  <message>
   <source>Dismiss all</source>
   <translation>全部忽略</translation>
  </message>
  <message>
   <source>Do the same every time (can be changed in Settings)</source>
   <translation>每次都这样做（可以在设置里改）</translation>
  </message>
  <message>
   <source>Document reader</source>
   <translation>文档读取</translation>
  </message>
  <message>
   <source>Documents</source>
   <translation>文档</translation>
  </message>
  <message>
   <source>Documents ({patterns})</source>
   <translation>文档 ({patterns})</translation>
  </message>
  <message>
   <source>Done</source>
   <translation>完成</translation>
  </message>
  <message>
   <source>Done: {what}</source>
   <translation>完成：{what}</translation>
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
   <source>Drawn a little lighter or darker in this theme, so that it can be read</source>
   <translation>为了看得清，在这个主题里会画得稍亮或稍暗</translation>
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
   <source>Drop character cards here</source>
   <translation>把角色卡拖到这里</translation>
  </message>
  <message>
   <source>Drop documents here</source>
   <translation>把文档拖到这里</translation>
  </message>
  <message>
   <source>Drop its weight file onto the library.</source>
   <translation>把它的权重文件拖到声音库。</translation>
  </message>
  <message>
   <source>Drop voices, indexes, models, zips or a whole folder here</source>
   <translation>把声音、索引、模型、zip 或整个文件夹拖到这里</translation>
  </message>
  <message>
   <source>Drop voices, zips or the folder of RVC WebUI or Applio</source>
   <translation>把声音、压缩包，或 RVC WebUI、Applio 的文件夹拖到这里</translation>
  </message>
  <message>
   <source>Dry voices stay as they are; songs are taken apart by the centre (basic).</source>
   <translation>干声保持原样，歌曲按中置声道分离（基础）。</translation>
  </message>
  <message>
   <source>Dry voices stay as they are; songs go through {name}.</source>
   <translation>干声保持原样，歌曲用 {name} 分离。</translation>
  </message>
  <message>
   <source>Duplicate</source>
   <translation>复制一份</translation>
  </message>
  <message>
   <source>Duration</source>
   <translation>时长</translation>
  </message>
  <message>
   <source>Each can begin a conversation instead of the usual one</source>
   <translation>可以代替平时的开场白开始对话</translation>
  </message>
  <message>
   <source>Each file can still have its own.</source>
   <translation>每个文件仍可单独选择。</translation>
  </message>
  <message>
   <source>Each is answered by itself. The others are not affected.</source>
   <translation>逐项回答，不影响其他确认。</translation>
  </message>
  <message>
   <source>Each message to a character is one turn.</source>
   <translation>每发一条消息给角色，就是一轮。</translation>
  </message>
  <message>
   <source>Earlier</source>
   <translation>更早</translation>
  </message>
  <message>
   <source>Earlier version</source>
   <translation>上一个版本</translation>
  </message>
  <message>
   <source>Edit</source>
   <translation>编辑</translation>
  </message>
  <message>
   <source>Editing your message</source>
   <translation>正在编辑你的消息</translation>
  </message>
  <message>
   <source>Edit…</source>
   <translation>编辑…</translation>
  </message>
  <message>
   <source>Embeddings</source>
   <translation>文本向量</translation>
  </message>
  <message>
   <source>Empty</source>
   <translation>空</translation>
  </message>
  <message>
   <source>Empty: texts are searched by their words only.</source>
   <translation>留空：只按字词搜索文字。</translation>
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
   <source>Esc</source>
   <translation>Esc</translation>
  </message>
  <message>
   <source>Every character can read it from then on. It can be forgotten again.</source>
   <translation>之后每个角色都能看到，也可以再忘掉。</translation>
  </message>
  <message>
   <source>Every voice needs it</source>
   <translation>每个声音都需要</translation>
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
   <source>Everything, with memories (zip)…</source>
   <translation>全部内容，含记忆（zip）…</translation>
  </message>
  <message>
   <source>Example dialogue</source>
   <translation>对话示例</translation>
  </message>
  <message>
   <source>Export the character</source>
   <translation>导出角色</translation>
  </message>
  <message>
   <source>Exporting the conversation</source>
   <translation>导出对话</translation>
  </message>
  <message>
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <source>Failed</source>
   <translation>失败</translation>
  </message>
  <message>
   <source>Failed: {what}</source>
   <translation>失败：{what}</translation>
  </message>
  <message>
   <source>Fetch this page into the knowledge base?</source>
   <translation>把这个网页添加到知识库？</translation>
  </message>
  <message>
   <source>Fetching a page</source>
   <translation>读取网页</translation>
  </message>
  <message>
   <source>File</source>
   <translation>文件</translation>
  </message>
  <message>
   <source>File name</source>
   <translation>文件名</translation>
  </message>
  <message>
   <source>File: {name}</source>
   <translation>文件：{name}</translation>
  </message>
  <message>
   <source>Files</source>
   <translation>文件</translation>
  </message>
  <message>
   <source>Files are copied; yours stay where they are</source>
   <translation>文件会复制一份，你的还在原处</translation>
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
   <source>Files with this voice begin with</source>
   <translation>用这个声音的新文件，默认设置</translation>
  </message>
  <message>
   <source>Find models on this computer</source>
   <translation>在这台电脑上找模型</translation>
  </message>
  <message>
   <source>Finds related texts. Empty: the server above.</source>
   <translation>用来找相关的文字。留空：用上面的服务器。</translation>
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
   <source>First answer the confirmation, or stop that message.</source>
   <translation>先回答确认，或停止那条消息。</translation>
  </message>
  <message>
   <source>First fill in what is asked above, or stop it.</source>
   <translation>先填写上面的内容，或停止它。</translation>
  </message>
  <message>
   <source>First message</source>
   <translation>开场白</translation>
  </message>
  <message>
   <source>First the address, then its key.</source>
   <translation>先填地址，再填密钥。</translation>
  </message>
  <message>
   <source>Folded</source>
   <translation>已折叠</translation>
  </message>
  <message>
   <source>Folded above the reply. Off: it is not shown, and never spoken.</source>
   <translation>折叠在回复上方。关闭：不显示，也不会朗读。</translation>
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
   <source>For a million tokens, in your currency. 0: unknown.</source>
   <translation>每一百万 token 的价格，用你的货币。0：不清楚。</translation>
  </message>
  <message>
   <source>For mono songs. Much music stays.</source>
   <translation>适合单声道歌曲。会残留很多伴奏。</translation>
  </message>
  <message>
   <source>For people: the model does not get them</source>
   <translation>给人看的，不会发给模型</translation>
  </message>
  <message>
   <source>Forget</source>
   <translation>忘掉</translation>
  </message>
  <message>
   <source>Forget this for all characters?</source>
   <translation>让所有角色都忘掉这件事？</translation>
  </message>
  <message>
   <source>Forget this?</source>
   <translation>忘掉这件事？</translation>
  </message>
  <message>
   <source>Forgetting a memory</source>
   <translation>忘掉一条记忆</translation>
  </message>
  <message>
   <source>Forgotten</source>
   <translation>已忘掉</translation>
  </message>
  <message>
   <source>Forgotten: “{text}”</source>
   <translation>已忘掉：“{text}”</translation>
  </message>
  <message>
   <source>Formant</source>
   <translation>共振峰</translation>
  </message>
  <message>
   <source>Format</source>
   <translation>格式</translation>
  </message>
  <message>
   <source>Found at {path}, not used: choose it in Settings › Engines.</source>
   <translation>在 {path} 找到，未使用：可在“设置 › 引擎”中选择。</translation>
  </message>
  <message>
   <source>Found by words only: no model for meaning is set.</source>
   <translation>只按字词查找：还没有设置按意思查找用的模型。</translation>
  </message>
  <message>
   <source>Found by words only: the model for meaning did not answer.</source>
   <translation>只按字词查找：按意思查找用的模型没有回应。</translation>
  </message>
  <message>
   <source>Found out by its outputs and its name.</source>
   <translation>根据它的输出和名字判断。</translation>
  </message>
  <message>
   <source>Found {n} server.</source>
   <translation>找到 {n} 个服务器。</translation>
  </message>
  <message>
   <source>Found {n} servers.</source>
   <translation>找到 {n} 个服务器。</translation>
  </message>
  <message>
   <source>Fri</source>
   <translation>周五</translation>
  </message>
  <message>
   <source>From</source>
   <translation>来源</translation>
  </message>
  <message>
   <source>From a card or bundle…</source>
   <translation>从角色卡或整包…</translation>
  </message>
  <message>
   <source>From the documents:</source>
   <translation>来自文档：</translation>
  </message>
  <message>
   <source>From the library</source>
   <translation>来自声音库</translation>
  </message>
  <message>
   <source>From the table “{name}” ({conditions}):
{lines}</source>
   <translation>来自表格“{name}”（{conditions}）：
{lines}</translation>
  </message>
  <message>
   <source>From the table “{name}”:
{lines}</source>
   <translation>来自表格“{name}”：
{lines}</translation>
  </message>
  <message>
   <source>From the web:</source>
   <translation>来自网络：</translation>
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
   <source>GPT-SoVITS</source>
   <translation>GPT-SoVITS</translation>
  </message>
  <message>
   <source>Giant</source>
   <translation>巨人</translation>
  </message>
  <message>
   <source>Give the character documents: notes, scripts, rules of your channel. What they say can then be searched here, and the character looks it up by itself.</source>
   <translation>给角色一些文档：笔记、稿子、频道规矩。之后可以在这里搜索，角色也会自己去查。</translation>
  </message>
  <message>
   <source>Give up a silent reply after</source>
   <translation>回复停顿多久算中断</translation>
  </message>
  <message>
   <source>Give way to games and streams</source>
   <translation>给游戏和直播让路</translation>
  </message>
  <message>
   <source>Giving the character its voice</source>
   <translation>给角色设置声音</translation>
  </message>
  <message>
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>Go on without the graphics card</source>
   <translation>不用显卡，继续</translation>
  </message>
  <message>
   <source>Go to the documents</source>
   <translation>去看文档</translation>
  </message>
  <message>
   <source>Goes on in a moment.</source>
   <translation>马上继续。</translation>
  </message>
  <message>
   <source>Goes with this character</source>
   <translation>跟着这个角色</translation>
  </message>
  <message>
   <source>Going on…</source>
   <translation>正在继续…</translation>
  </message>
  <message>
   <source>Hidden parts were left out.</source>
   <translation>隐藏内容没有采用。</translation>
  </message>
  <message>
   <source>Hidden sheets were left out.</source>
   <translation>隐藏的工作表没有采用。</translation>
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
   <source>History</source>
   <translation>历史</translation>
  </message>
  <message>
   <source>Hold peaks under −1 dB</source>
   <translation>峰值不超过 −1 dB</translation>
  </message>
  <message>
   <source>How it talks</source>
   <translation>怎么说话</translation>
  </message>
  <message>
   <source>How much it sounds like the training.</source>
   <translation>有多接近训练时的声音。</translation>
  </message>
  <message>
   <source>How should it sound?</source>
   <translation>要变成什么声音？</translation>
  </message>
  <message>
   <source>How sounds are drawn</source>
   <translation>声音的显示方式</translation>
  </message>
  <message>
   <source>How the model is to play this character</source>
   <translation>模型该怎样扮演这个角色</translation>
  </message>
  <message>
   <source>Hz</source>
   <translation>Hz</translation>
  </message>
  <message>
   <source>I cannot tell which column of the table “{name}” this is about. The columns of numbers are: {columns}. All of its columns: {all}</source>
   <translation>无法判断这个问题指的是表格“{name}”的哪一列。数字列有：{columns}。所有列：{all}</translation>
  </message>
  <message>
   <source>I did not understand this condition: “{what}”. So nothing was looked up. The table “{name}” has the columns: {columns}</source>
   <translation>没有看懂这个条件：“{what}”，因此没有查询。表格“{name}”的列有：{columns}</translation>
  </message>
  <message>
   <source>I did not understand “{what}” in the question, so it was left out. The columns are: {columns}</source>
   <translation>没有看懂问题中的“{what}”，因此没有计入。列有：{columns}</translation>
  </message>
  <message>
   <source>If they are your own, delete the character and import the file with --trust-memories.</source>
   <translation>如果这些是你自己的记忆，请删除该角色，再加上 --trust-memories 重新导入文件。</translation>
  </message>
  <message>
   <source>Image colour</source>
   <translation>代表色</translation>
  </message>
  <message>
   <source>Image colour: {name}</source>
   <translation>代表色：{name}</translation>
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
   <source>In the queue, next</source>
   <translation>排队中，下一个</translation>
  </message>
  <message>
   <source>In the queue, number {n}</source>
   <translation>排队中，第 {n} 个</translation>
  </message>
  <message>
   <source>In the queue, to be converted to {preset}</source>
   <translation>在队列中，将转换为“{preset}”</translation>
  </message>
  <message>
   <source>In use</source>
   <translation>使用中</translation>
  </message>
  <message>
   <source>Increase</source>
   <translation>增大</translation>
  </message>
  <message>
   <source>Index</source>
   <translation>索引</translation>
  </message>
  <message>
   <source>Index (*.index)</source>
   <translation>索引 (*.index)</translation>
  </message>
  <message>
   <source>Indexing</source>
   <translation>索引中</translation>
  </message>
  <message>
   <source>Install this?</source>
   <translation>安装这一项？</translation>
  </message>
  <message>
   <source>Installed.</source>
   <translation>已安装。</translation>
  </message>
  <message>
   <source>Interrupted</source>
   <translation>被中断</translation>
  </message>
  <message>
   <source>It cannot be brought back.</source>
   <translation>忘掉后找不回来。</translation>
  </message>
  <message>
   <source>It computes with torch {version}, and with its own models.</source>
   <translation>它用 torch {version} 计算，并使用自己的模型。</translation>
  </message>
  <message>
   <source>It does simple things. For free talk, start Ollama, LM Studio, llama.cpp or vLLM and search here, or type the address and key of any OpenAI-compatible server below.</source>
   <translation>离线应答只做简单的事。要自由聊天，启动 Ollama、LM Studio、llama.cpp 或 vLLM 后在这里搜索，或在下面填写任何兼容 OpenAI 的服务器的地址和密钥。</translation>
  </message>
  <message>
   <source>It has no torch, so it cannot convert.</source>
   <translation>它没有 torch，所以无法转换。</translation>
  </message>
  <message>
   <source>It holds no messages, no keys and no arguments.</source>
   <translation>里面没有消息、密钥和参数。</translation>
  </message>
  <message>
   <source>It is at {path}</source>
   <translation>位置：{path}</translation>
  </message>
  <message>
   <source>It is not a built-in tool.</source>
   <translation>它不是内置工具。</translation>
  </message>
  <message>
   <source>It is not known whether this step was finished. It is not repeated.</source>
   <translation>不清楚这一步是否做完，不会再做一次。</translation>
  </message>
  <message>
   <source>It needs no answer any more.</source>
   <translation>不用再回答。</translation>
  </message>
  <message>
   <source>It starts again when it is needed. 0: never.</source>
   <translation>用到时会再启动。0 表示不停止。</translation>
  </message>
  <message>
   <source>It was not done a second time.</source>
   <translation>没有再做一次。</translation>
  </message>
  <message>
   <source>It will be called {name}</source>
   <translation>文件名将是 {name}</translation>
  </message>
  <message>
   <source>Its files are in use. Wait until the conversion is over, then try again.</source>
   <translation>它的文件正在使用。等转换结束，再试一次。</translation>
  </message>
  <message>
   <source>Its name differs from that of its tool.</source>
   <translation>它的名字和工具的名字不一致。</translation>
  </message>
  <message>
   <source>Its name is not one that a model can call.</source>
   <translation>模型无法用它的名字调用。</translation>
  </message>
  <message>
   <source>Its name, notes and settings are kept.</source>
   <translation>它的名字、备注和设置都保留。</translation>
  </message>
  <message>
   <source>Its newest version was not taken, the one before is still found: {why}</source>
   <translation>最新版本没有被采用，仍然会查到之前的版本：{why}</translation>
  </message>
  <message>
   <source>Its server has no name that can be used.</source>
   <translation>它的服务器没有可用的名字。</translation>
  </message>
  <message>
   <source>Its tables cannot be asked. {why}</source>
   <translation>其中的表格不能查询。{why}</translation>
  </message>
  <message>
   <source>Its tables were not made. Update the document to have them.</source>
   <translation>其中的表格没有做成。更新这个文档就会有。</translation>
  </message>
  <message>
   <source>Its text is read and kept for this character. The file itself is not changed.</source>
   <translation>读取其中的文字，留给这个角色用。文件本身不改动。</translation>
  </message>
  <message>
   <source>Keep for this voice</source>
   <translation>存为这个声音的默认</translation>
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
   <source>Keep waiting</source>
   <translation>继续等</translation>
  </message>
  <message>
   <source>Keeping the result</source>
   <translation>保存结果</translation>
  </message>
  <message>
   <source>Kept in the key store of the system, for {host} only.</source>
   <translation>存进系统密钥库，只给 {host} 用。</translation>
  </message>
  <message>
   <source>Kept only until the app closes.</source>
   <translation>只保留到程序关闭。</translation>
  </message>
  <message>
   <source>Key</source>
   <translation>升降调</translation>
  </message>
  <message>
   <source>Key of the music</source>
   <translation>伴奏升降调</translation>
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
   <source>Keys 1 to 5, level matched</source>
   <translation>按键 1 到 5，响度一致</translation>
  </message>
  <message>
   <source>Keys are kept for one run only.</source>
   <translation>密钥只保留到程序关闭。</translation>
  </message>
  <message>
   <source>Kind</source>
   <translation>类型</translation>
  </message>
  <message>
   <source>Knowledge</source>
   <translation>知识</translation>
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
   <source>Language it speaks</source>
   <translation>使用语言</translation>
  </message>
  <message>
   <source>Language model</source>
   <translation>语言模型</translation>
  </message>
  <message>
   <source>Larger text in the whole window.</source>
   <translation>放大整个窗口的文字。</translation>
  </message>
  <message>
   <source>Last instructions</source>
   <translation>后置指令</translation>
  </message>
  <message>
   <source>Later version</source>
   <translation>下一个版本</translation>
  </message>
  <message>
   <source>Lead and backing vocals</source>
   <translation>主唱和和声</translation>
  </message>
  <message>
   <source>Leaf</source>
   <translation>嫩绿</translation>
  </message>
  <message>
   <source>Leave it empty if not needed.</source>
   <translation>不需要就留空。</translation>
  </message>
  <message>
   <source>Leave it out</source>
   <translation>不用索引</translation>
  </message>
  <message>
   <source>Leave name and password out of the address. The key has a field of its own.</source>
   <translation>地址里不要写用户名和密码，密钥有单独的输入框。</translation>
  </message>
  <message>
   <source>Leave out what follows “?” or “#” in the address.</source>
   <translation>地址里问号或井号后面的部分不要写。</translation>
  </message>
  <message>
   <source>Left: larger and darker. Right: smaller and lighter.</source>
   <translation>向左：更厚、更暗。向右：更薄、更亮。</translation>
  </message>
  <message>
   <source>Left: larger, darker. Right: lighter.</source>
   <translation>向左：更厚、更暗。向右：更亮。</translation>
  </message>
  <message>
   <source>Left: small. Right: a hall.</source>
   <translation>向左：小房间。向右：大厅。</translation>
  </message>
  <message>
   <source>Length and channels stay. The file's tags say where it comes from.</source>
   <translation>长度和声道不变。文件标签里记着来源。</translation>
  </message>
  <message>
   <source>Let this step begin?</source>
   <translation>让这一步开始？</translation>
  </message>
  <message>
   <source>Level</source>
   <translation>电平</translation>
  </message>
  <message>
   <source>Level of the music</source>
   <translation>伴奏电平</translation>
  </message>
  <message>
   <source>Level of the voice</source>
   <translation>人声电平</translation>
  </message>
  <message>
   <source>Library voices need ContentVec, which is not installed yet. Drop its folder or file onto the library; the built-in voices work without it.</source>
   <translation>声音库的声音需要 ContentVec，还没有安装。把它的文件夹或文件拖到声音库。内置变声效果不需要它。</translation>
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
   <source>Limiter</source>
   <translation>限幅器</translation>
  </message>
  <message>
   <source>List models</source>
   <translation>列出模型</translation>
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
   <source>Listening to the melody</source>
   <translation>分析旋律</translation>
  </message>
  <message>
   <source>Listening to the recording</source>
   <translation>分析录音</translation>
  </message>
  <message>
   <source>Live2D</source>
   <translation>Live2D</translation>
  </message>
  <message>
   <source>Live2D is done, putting the answer together…</source>
   <translation>Live2D 处理好了，正在整理回答…</translation>
  </message>
  <message>
   <source>Loading the voice</source>
   <translation>载入声音</translation>
  </message>
  <message>
   <source>Loading…</source>
   <translation>正在加载…</translation>
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
   <source>Long work</source>
   <translation>长时间工作</translation>
  </message>
  <message>
   <source>Long work, try {n}</source>
   <translation>长时间工作，第 {n} 次</translation>
  </message>
  <message>
   <source>Look again</source>
   <translation>再看一遍</translation>
  </message>
  <message>
   <source>Look and answer</source>
   <translation>查看并回答</translation>
  </message>
  <message>
   <source>Look and answer…</source>
   <translation>查看并回答…</translation>
  </message>
  <message>
   <source>Look something up</source>
   <translation>查一查</translation>
  </message>
  <message>
   <source>Looking at GPT-SoVITS</source>
   <translation>查看 GPT-SoVITS</translation>
  </message>
  <message>
   <source>Looking at Live2D…</source>
   <translation>正在查看 Live2D…</translation>
  </message>
  <message>
   <source>Looking at VTube Studio</source>
   <translation>查看 VTube Studio</translation>
  </message>
  <message>
   <source>Looking at a setting</source>
   <translation>查看一项设置</translation>
  </message>
  <message>
   <source>Looking at a voice</source>
   <translation>查看声音</translation>
  </message>
  <message>
   <source>Looking at a voice session</source>
   <translation>查看声音会话</translation>
  </message>
  <message>
   <source>Looking at the Live2D models</source>
   <translation>查看 Live2D 模型</translation>
  </message>
  <message>
   <source>Looking at the character's voice</source>
   <translation>查看角色的声音</translation>
  </message>
  <message>
   <source>Looking at the conversion</source>
   <translation>查看转换进度</translation>
  </message>
  <message>
   <source>Looking at the documents</source>
   <translation>查看文档</translation>
  </message>
  <message>
   <source>Looking at the file</source>
   <translation>查看文件</translation>
  </message>
  <message>
   <source>Looking at the memories…</source>
   <translation>正在查看记忆…</translation>
  </message>
  <message>
   <source>Looking at the request…</source>
   <translation>正在查看请求…</translation>
  </message>
  <message>
   <source>Looking at the resources</source>
   <translation>查看资源</translation>
  </message>
  <message>
   <source>Looking at the session</source>
   <translation>查看会话</translation>
  </message>
  <message>
   <source>Looking at the settings</source>
   <translation>查看设置</translation>
  </message>
  <message>
   <source>Looking at the settings…</source>
   <translation>正在查看设置…</translation>
  </message>
  <message>
   <source>Looking at the speech engines</source>
   <translation>查看语音引擎</translation>
  </message>
  <message>
   <source>Looking at the tables</source>
   <translation>查看表格</translation>
  </message>
  <message>
   <source>Looking at the training</source>
   <translation>查看训练进度</translation>
  </message>
  <message>
   <source>Looking at the voice conversion</source>
   <translation>查看变声状态</translation>
  </message>
  <message>
   <source>Looking at the voice sessions</source>
   <translation>查看声音会话列表</translation>
  </message>
  <message>
   <source>Looking at the voices</source>
   <translation>查看声音列表</translation>
  </message>
  <message>
   <source>Looking at {name}</source>
   <translation>正在查看{name}</translation>
  </message>
  <message>
   <source>Looking through the files…</source>
   <translation>正在查看文件…</translation>
  </message>
  <message>
   <source>Looking through the knowledge…</source>
   <translation>正在查找知识…</translation>
  </message>
  <message>
   <source>Looks for Ollama, LM Studio, llama.cpp and vLLM.</source>
   <translation>查找 Ollama、LM Studio、llama.cpp、vLLM。</translation>
  </message>
  <message>
   <source>Lore</source>
   <translation>世界书</translation>
  </message>
  <message>
   <source>Lore entry</source>
   <translation>世界书条目</translation>
  </message>
  <message>
   <source>Loudness of the voice</source>
   <translation>声音响度</translation>
  </message>
  <message>
   <source>Loudness target</source>
   <translation>目标响度</translation>
  </message>
  <message>
   <source>Low cut</source>
   <translation>低切</translation>
  </message>
  <message>
   <source>Low: steady. High: surprising.</source>
   <translation>低：稳定。高：多变。</translation>
  </message>
  <message>
   <source>Lower</source>
   <translation>降低</translation>
  </message>
  <message>
   <source>Lower keeps more of the consonants.</source>
   <translation>越低，咬字保留得越多。</translation>
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
   <translation>MCP 服务器“{server}”</translation>
  </message>
  <message>
   <source>Make diagnostic file</source>
   <translation>生成诊断文件</translation>
  </message>
  <message>
   <source>Make diagnostic file…</source>
   <translation>生成诊断文件…</translation>
  </message>
  <message>
   <source>Managing a resource</source>
   <translation>管理资源</translation>
  </message>
  <message>
   <source>Managing resources</source>
   <translation>资源管理</translation>
  </message>
  <message>
   <source>Measuring loudness</source>
   <translation>测量响度</translation>
  </message>
  <message>
   <source>Memories</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>Memory</source>
   <translation>记忆</translation>
  </message>
  <message>
   <source>Memory {n}</source>
   <translation>记忆 {n}</translation>
  </message>
  <message>
   <source>Message</source>
   <translation>消息</translation>
  </message>
  <message>
   <source>Message to {name}</source>
   <translation>给{name}的消息</translation>
  </message>
  <message>
   <source>Middle of its voice</source>
   <translation>音高中值</translation>
  </message>
  <message>
   <source>Mix</source>
   <translation>混音</translation>
  </message>
  <message>
   <source>Mix voice and music?</source>
   <translation>混合人声和伴奏？</translation>
  </message>
  <message>
   <source>Mixing</source>
   <translation>混音中</translation>
  </message>
  <message>
   <source>Mixing voice and music</source>
   <translation>混合人声和伴奏</translation>
  </message>
  <message>
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>Model for embeddings</source>
   <translation>按意思查找用的模型（embedding）</translation>
  </message>
  <message>
   <source>Model reader</source>
   <translation>模型读取</translation>
  </message>
  <message>
   <source>Models</source>
   <translation>模型</translation>
  </message>
  <message>
   <source>Models of {name}</source>
   <translation>{name} 的模型</translation>
  </message>
  <message>
   <source>Mon</source>
   <translation>周一</translation>
  </message>
  <message>
   <source>More for the whole list</source>
   <translation>整个列表的操作</translation>
  </message>
  <message>
   <source>More for this character</source>
   <translation>这个角色的更多操作</translation>
  </message>
  <message>
   <source>More for this conversation</source>
   <translation>这个对话的操作</translation>
  </message>
  <message>
   <source>More for this message</source>
   <translation>这条消息的操作</translation>
  </message>
  <message>
   <source>More of the character card</source>
   <translation>角色卡的其他内容</translation>
  </message>
  <message>
   <source>More results need more of the model's context.</source>
   <translation>结果越多，占用模型的上下文越多。</translation>
  </message>
  <message>
   <source>More than {n} files at once are too many. Add them in parts.</source>
   <translation>一次不能超过 {n} 个文件。分几次添加。</translation>
  </message>
  <message>
   <source>Motion</source>
   <translation>动画</translation>
  </message>
  <message>
   <source>Move down</source>
   <translation>下移</translation>
  </message>
  <message>
   <source>Move up</source>
   <translation>上移</translation>
  </message>
  <message>
   <source>Music</source>
   <translation>伴奏</translation>
  </message>
  <message>
   <source>My song</source>
   <translation>我的歌</translation>
  </message>
  <message>
   <source>Name</source>
   <translation>名字</translation>
  </message>
  <message>
   <source>Name and description</source>
   <translation>名字和描述</translation>
  </message>
  <message>
   <source>Name and description of {name}…</source>
   <translation>{name}的名字和描述…</translation>
  </message>
  <message>
   <source>Name of the model</source>
   <translation>模型名称</translation>
  </message>
  <message>
   <source>Neural engines</source>
   <translation>神经网络引擎</translation>
  </message>
  <message>
   <source>Never used</source>
   <translation>从未用过</translation>
  </message>
  <message>
   <source>New</source>
   <translation>新对话</translation>
  </message>
  <message>
   <source>New character</source>
   <translation>新角色</translation>
  </message>
  <message>
   <source>New character…</source>
   <translation>新角色…</translation>
  </message>
  <message>
   <source>New conversation</source>
   <translation>新对话</translation>
  </message>
  <message>
   <source>New files with this voice begin with these settings; the key is theirs.</source>
   <translation>用这个声音的新文件从这些设置开始，升降调各自设置。</translation>
  </message>
  <message>
   <source>New lore entry</source>
   <translation>新的世界书条目</translation>
  </message>
  <message>
   <source>New text below</source>
   <translation>下面有新文字</translation>
  </message>
  <message>
   <source>Newer messages</source>
   <translation>更新的消息</translation>
  </message>
  <message>
   <source>Next file</source>
   <translation>下一个文件</translation>
  </message>
  <message>
   <source>Next request</source>
   <translation>下一项</translation>
  </message>
  <message>
   <source>Nickname, for {{char}}</source>
   <translation>昵称（{{char}}）</translation>
  </message>
  <message>
   <source>No</source>
   <translation>不用</translation>
  </message>
  <message>
   <source>No answer, cut off: {what}</source>
   <translation>没有回应，已断开：{what}</translation>
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
   <source>No character was added.</source>
   <translation>没有添加任何角色。</translation>
  </message>
  <message>
   <source>No column of the table “{name}” holds days throughout, so “{what}” cannot be looked for. It has the columns: {columns}</source>
   <translation>表格“{name}”没有全是日期的列，因此无法按“{what}”查找。列有：{columns}</translation>
  </message>
  <message>
   <source>No confirmation needed</source>
   <translation>无需确认</translation>
  </message>
  <message>
   <source>No conversation yet.</source>
   <translation>还没有对话。</translation>
  </message>
  <message>
   <source>No damage was found in {limit} s; it is too large for the whole check.</source>
   <translation>{limit} 秒内没有发现损坏；文件太大，没有全部检查完。</translation>
  </message>
  <message>
   <source>No description yet</source>
   <translation>还没有描述</translation>
  </message>
  <message>
   <source>No document has this in its title or name.</source>
   <translation>没有文档的标题或文件名含有这些字。</translation>
  </message>
  <message>
   <source>No documents yet</source>
   <translation>还没有文档</translation>
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
   <source>No language model is connected. The character answers with built-in sentences.</source>
   <translation>没有连接语言模型，角色用固定的句子回答。</translation>
  </message>
  <message>
   <source>No model for embeddings is set.</source>
   <translation>没有设置按意思查找用的模型（embedding）。</translation>
  </message>
  <message>
   <source>No model is chosen yet.</source>
   <translation>还没有选择模型。</translation>
  </message>
  <message>
   <source>No model is connected: the offline brain answers</source>
   <translation>没有连接模型，由离线应答回答</translation>
  </message>
  <message>
   <source>No model of {host} is chosen yet.</source>
   <translation>还没有选择 {host} 的模型。</translation>
  </message>
  <message>
   <source>No program on this computer opened “{name}”.</source>
   <translation>这台电脑上没有程序打开“{name}”。</translation>
  </message>
  <message>
   <source>No row of the table “{name}” fits this question ({conditions}).</source>
   <translation>表格“{name}”里没有符合这个问题的行（{conditions}）。</translation>
  </message>
  <message>
   <source>No row of the table “{name}” fits this question.</source>
   <translation>表格“{name}”里没有符合这个问题的行。</translation>
  </message>
  <message>
   <source>No safe connection to {host}: its certificate is not valid, or it speaks no https.</source>
   <translation>和 {host} 的连接不安全：证书无效，或它不支持 https。</translation>
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
   <source>No turns yet</source>
   <translation>还没有轮次</translation>
  </message>
  <message>
   <source>No voice and no model was found in what you dropped.</source>
   <translation>拖入的内容里没有声音或模型。</translation>
  </message>
  <message>
   <source>No voice was found for this index. Drop it together with its voice, or choose it in the voice's details.</source>
   <translation>没有找到这个索引对应的声音。把它和声音一起拖进来，或在声音的详情里选它。</translation>
  </message>
  <message>
   <source>No voices in the library yet</source>
   <translation>声音库里还没有声音</translation>
  </message>
  <message>
   <source>No web search is set up. Enter the address of a SearXNG server in Settings → Web search.</source>
   <translation>没有设置上网搜索。在“设置 → 上网搜索”里填写 SearXNG 服务器的地址。</translation>
  </message>
  <message>
   <source>No words yet</source>
   <translation>还没有内容</translation>
  </message>
  <message>
   <source>None was found. Converting works, listening does not.</source>
   <translation>没有找到。可以转换，但不能试听。</translation>
  </message>
  <message>
   <source>Not all rows were taken over.</source>
   <translation>没有采用全部行。</translation>
  </message>
  <message>
   <source>Not allowed for this character</source>
   <translation>这个角色没有权限</translation>
  </message>
  <message>
   <source>Not answered in time</source>
   <translation>过期未答</translation>
  </message>
  <message>
   <source>Not answered in time: {what}</source>
   <translation>过期未答：{what}</translation>
  </message>
  <message>
   <source>Not done</source>
   <translation>没有执行</translation>
  </message>
  <message>
   <source>Not done: {what}</source>
   <translation>没有执行：{what}</translation>
  </message>
  <message>
   <source>Not in the list any more</source>
   <translation>已不在列表里</translation>
  </message>
  <message>
   <source>Not installed; the built-in engine needs none.</source>
   <translation>未安装；内置引擎不需要它。</translation>
  </message>
  <message>
   <source>Not made yet; the first start makes it.</source>
   <translation>还没有建立，第一次启动时会建立。</translation>
  </message>
  <message>
   <source>Not set</source>
   <translation>未填写</translation>
  </message>
  <message>
   <source>Not tested yet</source>
   <translation>还没有测试</translation>
  </message>
  <message>
   <source>Not understood, and kept for other apps: {names}</source>
   <translation>不支持，但会为其他应用保留：{names}</translation>
  </message>
  <message>
   <source>Note</source>
   <translation>提示</translation>
  </message>
  <message>
   <source>Note of the training</source>
   <translation>训练备注</translation>
  </message>
  <message>
   <source>Nothing about this in the documents. Try other words, or fewer.</source>
   <translation>文档里没有相关的内容。换些词，或少用几个词试试。</translation>
  </message>
  <message>
   <source>Nothing about this is remembered.</source>
   <translation>没有和这有关的记忆。</translation>
  </message>
  <message>
   <source>Nothing about this was found in the documents.</source>
   <translation>文档里没有找到相关的内容。</translation>
  </message>
  <message>
   <source>Nothing can be written to the folder “{folder}”. Allow writing there, or choose another folder.</source>
   <translation>文件夹“{folder}”不能写入。允许写入，或换一个文件夹。</translation>
  </message>
  <message>
   <source>Nothing chosen</source>
   <translation>未选择</translation>
  </message>
  <message>
   <source>Nothing contains “{words}”.</source>
   <translation>没有包含“{words}”的内容。</translation>
  </message>
  <message>
   <source>Nothing found. Words and titles were searched.</source>
   <translation>没有找到。已搜索标题和内容。</translation>
  </message>
  <message>
   <source>Nothing has come from the model for {seconds} s.</source>
   <translation>已有 {seconds} 秒没有收到模型的内容。</translation>
  </message>
  <message>
   <source>Nothing has happened yet</source>
   <translation>还没有动静</translation>
  </message>
  <message>
   <source>Nothing in the list waits to be converted.</source>
   <translation>列表里没有待转换的文件。</translation>
  </message>
  <message>
   <source>Nothing in the table “{name}” is called “{what}”. It has the columns: {columns}</source>
   <translation>表格“{name}”里没有名为“{what}”的内容。列有：{columns}</translation>
  </message>
  <message>
   <source>Nothing in the tables fits this question.</source>
   <translation>表格里没有符合这个问题的内容。</translation>
  </message>
  <message>
   <source>Nothing is remembered yet</source>
   <translation>还没有记忆</translation>
  </message>
  <message>
   <source>Nothing is remembered yet.</source>
   <translation>还没有记忆。</translation>
  </message>
  <message>
   <source>Nothing is remembered yet. What is proposed above waits for your yes.</source>
   <translation>还没有记忆。上面的提议在等你同意。</translation>
  </message>
  <message>
   <source>Nothing is running</source>
   <translation>没有正在进行的工作</translation>
  </message>
  <message>
   <source>Nothing like this is remembered.</source>
   <translation>没有这样的记忆。</translation>
  </message>
  <message>
   <source>Nothing of it is kept.</source>
   <translation>内容不会保存。</translation>
  </message>
  <message>
   <source>Nothing of that time is remembered: {time}.</source>
   <translation>没有那段时间的记忆：{time}。</translation>
  </message>
  <message>
   <source>Nothing that was saved before is lost; only this change was not saved.</source>
   <translation>之前保存的都在，只有这次改动没有保存。</translation>
  </message>
  <message>
   <source>Nothing to look up yet</source>
   <translation>还没有可查的内容</translation>
  </message>
  <message>
   <source>Nothing waits for you</source>
   <translation>没有等你处理的</translation>
  </message>
  <message>
   <source>Nothing was added, and the file is untouched.</source>
   <translation>什么都没有添加，文件没有动过。</translation>
  </message>
  <message>
   <source>Nothing was added.</source>
   <translation>什么都没有添加。</translation>
  </message>
  <message>
   <source>Nothing was changed.</source>
   <translation>什么都没有改动。</translation>
  </message>
  <message>
   <source>Nothing was deleted.</source>
   <translation>什么都没有删除。</translation>
  </message>
  <message>
   <source>Nothing was done yet</source>
   <translation>还什么都没有做</translation>
  </message>
  <message>
   <source>Nothing was done yet. Open the window and answer there, in the chat or on the Activity page.</source>
   <translation>还什么都没有做。打开窗口，在对话或“动态”页里回答。</translation>
  </message>
  <message>
   <source>Nothing was done.</source>
   <translation>什么都没有做。</translation>
  </message>
  <message>
   <source>Nothing was done. The form is still open.</source>
   <translation>什么都没有做，表单还在。</translation>
  </message>
  <message>
   <source>Nothing was fetched.</source>
   <translation>什么都没有读取。</translation>
  </message>
  <message>
   <source>Nothing was fetched. You can save the page in a browser and add the file.</source>
   <translation>什么都没有读取。可以在浏览器里保存网页，再添加文件。</translation>
  </message>
  <message>
   <source>Nothing was found about this.</source>
   <translation>没有找到相关的内容。</translation>
  </message>
  <message>
   <source>Nothing was found. Start the program that holds your model, then search again.</source>
   <translation>没有找到。启动装有模型的程序，再搜索一次。</translation>
  </message>
  <message>
   <source>Nothing was put away.</source>
   <translation>没有归档的对话。</translation>
  </message>
  <message>
   <source>Nothing was removed.</source>
   <translation>什么都没有移除。</translation>
  </message>
  <message>
   <source>Nothing was said here yet. Write below, or begin with one of these:</source>
   <translation>这里还没有说过话。在下面写，或从这些开始：</translation>
  </message>
  <message>
   <source>Nothing was said yet</source>
   <translation>还没有说过话</translation>
  </message>
  <message>
   <source>Nothing was sent.</source>
   <translation>什么都没有发送。</translation>
  </message>
  <message>
   <source>Nothing was started.</source>
   <translation>什么都没有开始。</translation>
  </message>
  <message>
   <source>Nothing was unpacked.</source>
   <translation>什么都没有解压。</translation>
  </message>
  <message>
   <source>Nothing yet</source>
   <translation>还没有</translation>
  </message>
  <message>
   <source>Nothing yet. An entry is told only when one of its words is said.</source>
   <translation>还没有条目。说到条目的触发词时，才会告诉角色。</translation>
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
   <source>Off: questions never leave this computer and the model server.</source>
   <translation>关闭：问题只会发给这台电脑和模型服务器。</translation>
  </message>
  <message>
   <source>Off: the server decides.</source>
   <translation>关闭：由服务器决定。</translation>
  </message>
  <message>
   <source>Offline brain</source>
   <translation>离线应答</translation>
  </message>
  <message>
   <source>Offline brain: simple requests without a model.</source>
   <translation>离线应答：没有模型时只懂简单的请求。</translation>
  </message>
  <message>
   <source>Older</source>
   <translation>年长</translation>
  </message>
  <message>
   <source>Older messages</source>
   <translation>更早的消息</translation>
  </message>
  <message>
   <source>Olive</source>
   <translation>橄榄</translation>
  </message>
  <message>
   <source>On the voice only.</source>
   <translation>只加在人声上。</translation>
  </message>
  <message>
   <source>On this computer</source>
   <translation>在这台电脑上</translation>
  </message>
  <message>
   <source>On: a conversion that was asked for in the chat waits for your approval.</source>
   <translation>打开：在对话里提出的转换，先等你确认。</translation>
  </message>
  <message>
   <source>On: you see the words that would be sent, and say yes or no. Off: it still asks after the character has read a page, a document or another text from outside.</source>
   <translation>打开：你会看到要发送的词，由你决定发不发。关闭：角色读过网页、文档或其他外部文字之后，仍然会问。</translation>
  </message>
  <message>
   <source>One constant pitch. The key field moves it.</source>
   <translation>音高固定不变，用升降调来移动。</translation>
  </message>
  <message>
   <source>One more file could not be used.</source>
   <translation>还有一个文件不能用。</translation>
  </message>
  <message>
   <source>One thing, in a sentence</source>
   <translation>一件事，一句话</translation>
  </message>
  <message>
   <source>Only addresses with https:// or http:// are fetched, not “{scheme}:”.</source>
   <translation>只读取 https:// 或 http:// 的网址，不读取“{scheme}:”。</translation>
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
   <source>Only one “highest” or “lowest” at a time.</source>
   <translation>“highest”和“lowest”一次只能用一个。</translation>
  </message>
  <message>
   <source>Only the first {n} files were looked at.</source>
   <translation>只看了前 {n} 个文件。</translation>
  </message>
  <message>
   <source>Only the first {n} rows were taken over.</source>
   <translation>只采用了前 {n} 行。</translation>
  </message>
  <message>
   <source>Only the usual ports of the web (80 and 443) are used, not {port}.</source>
   <translation>只使用网页的常用端口（80 和 443），不使用 {port}。</translation>
  </message>
  <message>
   <source>Only the words were searched. {why}</source>
   <translation>只按字词搜索了。{why}</translation>
  </message>
  <message>
   <source>Only the words were searched: no embedding model is set up.</source>
   <translation>只按字词搜索了：还没有设置按意思查找用的模型。</translation>
  </message>
  <message>
   <source>Only this character can read it from then on. It can be forgotten again.</source>
   <translation>之后只有这个角色能看到，也可以再忘掉。</translation>
  </message>
  <message>
   <source>Only this file</source>
   <translation>只这个文件</translation>
  </message>
  <message>
   <source>Only this setting. It can be changed back in Settings.</source>
   <translation>只改这一项，可以在设置里改回来。</translation>
  </message>
  <message>
   <source>Only {free} GB are free on the disk of “{folder}”.</source>
   <translation>“{folder}”所在的磁盘只剩 {free} GB。</translation>
  </message>
  <message>
   <source>Only {name}</source>
   <translation>只显示{name}的对话</translation>
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
   <source>Open chat</source>
   <translation>打开对话</translation>
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
   <source>Open the library</source>
   <translation>打开声音库</translation>
  </message>
  <message>
   <source>Open {host} in your browser?</source>
   <translation>在浏览器里打开 {host}？</translation>
  </message>
  <message>
   <source>Opening a conversion session</source>
   <translation>打开变声会话</translation>
  </message>
  <message>
   <source>Opening the folder of the models</source>
   <translation>打开模型文件夹</translation>
  </message>
  <message>
   <source>Original</source>
   <translation>原声</translation>
  </message>
  <message>
   <source>Other characters still have it.</source>
   <translation>其他角色仍然有它。</translation>
  </message>
  <message>
   <source>Other first messages</source>
   <translation>其他开场白</translation>
  </message>
  <message>
   <source>PDF, Office, EPUB, HTML, text, CSV and more</source>
   <translation>PDF、Office、EPUB、HTML、文本、CSV 等</translation>
  </message>
  <message>
   <source>PNG · JSON · zip · V2 / V3</source>
   <translation>PNG · JSON · zip · V2 / V3</translation>
  </message>
  <message>
   <source>Page</source>
   <translation>页面</translation>
  </message>
  <message>
   <source>Pages</source>
   <translation>页数</translation>
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
   <source>Parts of the activity</source>
   <translation>动态的分类</translation>
  </message>
  <message>
   <source>Parts of the character</source>
   <translation>角色的各部分</translation>
  </message>
  <message>
   <source>Passages</source>
   <translation>段落</translation>
  </message>
  <message>
   <source>Paste</source>
   <translation>粘贴</translation>
  </message>
  <message>
   <source>Pasted picture</source>
   <translation>粘贴的图片</translation>
  </message>
  <message>
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <source>Pause after this file</source>
   <translation>这个文件完成后暂停</translation>
  </message>
  <message>
   <source>Peaks of the mix were turned down so that nothing is cut off.</source>
   <translation>混音的峰值已压低，没有削平。</translation>
  </message>
  <message>
   <source>Permission</source>
   <translation>许可</translation>
  </message>
  <message>
   <source>Persona</source>
   <translation>角色</translation>
  </message>
  <message>
   <source>Personality</source>
   <translation>性格</translation>
  </message>
  <message>
   <source>Picture of {name}</source>
   <translation>{name}的图片</translation>
  </message>
  <message>
   <source>Pictures (*.png *.jpg *.jpeg)</source>
   <translation>图片 (*.png *.jpg *.jpeg)</translation>
  </message>
  <message>
   <source>Pictures ({patterns})</source>
   <translation>图片 ({patterns})</translation>
  </message>
  <message>
   <source>Pictures and sounds of the archive were left out.</source>
   <translation>压缩包里的图片和声音没有加入。</translation>
  </message>
  <message>
   <source>Picture…</source>
   <translation>图片…</translation>
  </message>
  <message>
   <source>Pin</source>
   <translation>置顶</translation>
  </message>
  <message>
   <source>Pinned</source>
   <translation>已置顶</translation>
  </message>
  <message>
   <source>Pitch</source>
   <translation>音高</translation>
  </message>
  <message>
   <source>Pitch found by</source>
   <translation>音高检测</translation>
  </message>
  <message>
   <source>Pitch weights are missing</source>
   <translation>缺少音高权重</translation>
  </message>
  <message>
   <source>Pitch: CREPE</source>
   <translation>音高：CREPE</translation>
  </message>
  <message>
   <source>Pitch: FCPE</source>
   <translation>音高：FCPE</translation>
  </message>
  <message>
   <source>Pitch: RMVPE</source>
   <translation>音高：RMVPE</translation>
  </message>
  <message>
   <source>Place</source>
   <translation>位置</translation>
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
   <source>Post-history instructions: told after everything else</source>
   <translation>post-history instructions：在最后告诉模型</translation>
  </message>
  <message>
   <source>Prepare</source>
   <translation>准备</translation>
  </message>
  <message>
   <source>Prepare this audio?</source>
   <translation>准备这段音频？</translation>
  </message>
  <message>
   <source>Preparing</source>
   <translation>准备中</translation>
  </message>
  <message>
   <source>Preset</source>
   <translation>预设</translation>
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
   <source>Price of what is answered</source>
   <translation>回复的价格</translation>
  </message>
  <message>
   <source>Price of what is sent</source>
   <translation>发送的价格</translation>
  </message>
  <message>
   <source>Profile</source>
   <translation>设定</translation>
  </message>
  <message>
   <source>Program of rvc-next</source>
   <translation>rvc-next 的程序</translation>
  </message>
  <message>
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <source>Prompt</source>
   <translation>提示词</translation>
  </message>
  <message>
   <source>Proposals</source>
   <translation>提议</translation>
  </message>
  <message>
   <source>Propose what to remember</source>
   <translation>提议要记住的事</translation>
  </message>
  <message>
   <source>Protect breaths</source>
   <translation>呼吸声保护</translation>
  </message>
  <message>
   <source>Put away</source>
   <translation>归档</translation>
  </message>
  <message>
   <source>Put away: {name}</source>
   <translation>{name}的归档</translation>
  </message>
  <message>
   <source>Put back into the list</source>
   <translation>放回列表</translation>
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
   <source>Questions for your approval stay open for</source>
   <translation>确认保留多久</translation>
  </message>
  <message>
   <source>Questions to tables</source>
   <translation>表格查询</translation>
  </message>
  <message>
   <source>Queue</source>
   <translation>队列</translation>
  </message>
  <message>
   <source>Quick, for stereo songs. Some music stays.</source>
   <translation>快，适合立体声歌曲。会残留一些伴奏。</translation>
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
   <source>Read again</source>
   <translation>重新读取</translation>
  </message>
  <message>
   <source>Reading</source>
   <translation>读取中</translation>
  </message>
  <message>
   <source>Reading memories</source>
   <translation>读取记忆</translation>
  </message>
  <message>
   <source>Reading or writing was refused. Check the permissions of the file and its folder.</source>
   <translation>读取或写入被拒绝。检查文件和文件夹的权限。</translation>
  </message>
  <message>
   <source>Reading the document took longer than {minutes} minutes and was given up.</source>
   <translation>读取文档超过 {minutes} 分钟，已放弃。</translation>
  </message>
  <message>
   <source>Reading the document took too long and was given up.</source>
   <translation>读取文档太久没有完成，已放弃。</translation>
  </message>
  <message>
   <source>Reading the new version was interrupted. Start it again.</source>
   <translation>新版本读到一半中断了。请重新开始。</translation>
  </message>
  <message>
   <source>Reading was interrupted. Start it again.</source>
   <translation>读取被中断。重新开始读取。</translation>
  </message>
  <message>
   <source>Reading “{name}”</source>
   <translation>读取“{name}”</translation>
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
   <source>Reason for denying</source>
   <translation>拒绝的理由</translation>
  </message>
  <message>
   <source>Reason for denying (the character reads it, at most {n} characters)</source>
   <translation>拒绝的理由（角色会读到，最多 {n} 个字）</translation>
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
   <source>Remember</source>
   <translation>记住</translation>
  </message>
  <message>
   <source>Remember that I stream every Saturday at eight.</source>
   <translation>记住我每周六晚上八点直播。</translation>
  </message>
  <message>
   <source>Remember this for all characters?</source>
   <translation>让所有角色都记住这件事？</translation>
  </message>
  <message>
   <source>Remember this?</source>
   <translation>记住这件事？</translation>
  </message>
  <message>
   <source>Remembered: “{text}”</source>
   <translation>记住了：“{text}”</translation>
  </message>
  <message>
   <source>Remembering</source>
   <translation>记住</translation>
  </message>
  <message>
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Remove from the library…</source>
   <translation>从声音库移除…</translation>
  </message>
  <message>
   <source>Remove from the list</source>
   <translation>从列表移除</translation>
  </message>
  <message>
   <source>Remove it</source>
   <translation>移除</translation>
  </message>
  <message>
   <source>Remove this document from the knowledge base?</source>
   <translation>从知识库移除这份文档？</translation>
  </message>
  <message>
   <source>Remove this from the disk?</source>
   <translation>从磁盘删除这一项？</translation>
  </message>
  <message>
   <source>Remove {n} files from the list</source>
   <translation>从列表移除 {n} 个文件</translation>
  </message>
  <message>
   <source>Remove “{name}”</source>
   <translation>移除“{name}”</translation>
  </message>
  <message>
   <source>Remove “{name}” from the library? Your own file stays where it is.</source>
   <translation>从声音库移除“{name}”？你自己的文件还在原处。</translation>
  </message>
  <message>
   <source>Remove “{title}” and all that was made of it? Your own file stays.</source>
   <translation>移除“{title}”和由它生成的一切？你自己的文件保留。</translation>
  </message>
  <message>
   <source>Remove…</source>
   <translation>移除…</translation>
  </message>
  <message>
   <source>Removing a document</source>
   <translation>移除文档</translation>
  </message>
  <message>
   <source>Rename this character?</source>
   <translation>给这个角色改名？</translation>
  </message>
  <message>
   <source>Rename…</source>
   <translation>改名…</translation>
  </message>
  <message>
   <source>Renaming the character</source>
   <translation>给角色改名</translation>
  </message>
  <message>
   <source>Replace by another file…</source>
   <translation>换成另一个文件…</translation>
  </message>
  <message>
   <source>Replying…</source>
   <translation>正在回复…</translation>
  </message>
  <message>
   <source>Requests</source>
   <translation>确认列表</translation>
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
   <source>Result</source>
   <translation>结果</translation>
  </message>
  <message>
   <source>Results of a search</source>
   <translation>搜索结果数量</translation>
  </message>
  <message>
   <source>Reverb</source>
   <translation>混响</translation>
  </message>
  <message>
   <source>Reverb out of the vocals ({name})</source>
   <translation>去掉人声的混响（{name}）</translation>
  </message>
  <message>
   <source>Reverb out of vocals</source>
   <translation>人声去混响</translation>
  </message>
  <message>
   <source>Right: softer walls.</source>
   <translation>向右：墙面更柔和。</translation>
  </message>
  <message>
   <source>Robot</source>
   <translation>机器人</translation>
  </message>
  <message>
   <source>Room</source>
   <translation>房间大小</translation>
  </message>
  <message>
   <source>Room for previews</source>
   <translation>试听占用上限</translation>
  </message>
  <message>
   <source>Rose</source>
   <translation>玫瑰</translation>
  </message>
  <message>
   <source>Rules and profile</source>
   <translation>规则与设定</translation>
  </message>
  <message>
   <source>Running</source>
   <translation>进行中</translation>
  </message>
  <message>
   <source>Running {n}</source>
   <translation>进行中 {n}</translation>
  </message>
  <message>
   <source>SVG files can hold programs and are not taken. Choose a PNG, JPEG or WebP file.</source>
   <translation>SVG 文件可能带有程序，不能用。选择 PNG、JPEG 或 WebP 文件。</translation>
  </message>
  <message>
   <source>Said before, {n} message:
{lines}</source>
   <translation>以前说过的 {n} 条消息：
{lines}</translation>
  </message>
  <message>
   <source>Said before, {n} messages:
{lines}</source>
   <translation>以前说过的 {n} 条消息：
{lines}</translation>
  </message>
  <message>
   <source>Same as in the settings</source>
   <translation>与设置相同</translation>
  </message>
  <message>
   <source>Same as the name</source>
   <translation>与名字相同</translation>
  </message>
  <message>
   <source>Same as the system</source>
   <translation>跟随系统</translation>
  </message>
  <message>
   <source>Same as the window</source>
   <translation>与界面相同</translation>
  </message>
  <message>
   <source>Sat</source>
   <translation>周六</translation>
  </message>
  <message>
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <source>Save as JSON</source>
   <translation>存为 JSON</translation>
  </message>
  <message>
   <source>Save as Markdown</source>
   <translation>存为 Markdown</translation>
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
   <source>Saving a voice</source>
   <translation>保存声音</translation>
  </message>
  <message>
   <source>Saving…</source>
   <translation>正在保存…</translation>
  </message>
  <message>
   <source>Say something to try it out</source>
   <translation>说点什么试试</translation>
  </message>
  <message>
   <source>Say something to {name}…</source>
   <translation>和{name}说点什么…</translation>
  </message>
  <message>
   <source>Say something…</source>
   <translation>说点什么…</translation>
  </message>
  <message>
   <source>Say which character is meant: its name, its id, or the beginning of its id.</source>
   <translation>请说明是哪个角色：名字、ID 或 ID 的开头。</translation>
  </message>
  <message>
   <source>Scenario</source>
   <translation>场景</translation>
  </message>
  <message>
   <source>Search</source>
   <translation>搜索</translation>
  </message>
  <message>
   <source>Search conversations</source>
   <translation>搜索对话</translation>
  </message>
  <message>
   <source>Search memories</source>
   <translation>搜索记忆</translation>
  </message>
  <message>
   <source>Search name, arguments, result</source>
   <translation>搜索名称、参数、结果</translation>
  </message>
  <message>
   <source>Search server</source>
   <translation>搜索服务器</translation>
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
   <source>Search the documents</source>
   <translation>搜索文档</translation>
  </message>
  <message>
   <source>Search the history</source>
   <translation>搜索历史</translation>
  </message>
  <message>
   <source>Search the web for these words?</source>
   <translation>上网搜索这些词？</translation>
  </message>
  <message>
   <source>Search the web when nothing is known</source>
   <translation>不知道时上网搜索</translation>
  </message>
  <message>
   <source>Search words, or a time: “last Tuesday”</source>
   <translation>搜索字词或时间，例如“上周二”</translation>
  </message>
  <message>
   <source>Searched by meaning</source>
   <translation>按意思搜索</translation>
  </message>
  <message>
   <source>Searched by words</source>
   <translation>按字词搜索</translation>
  </message>
  <message>
   <source>Searched by words and by meaning</source>
   <translation>按字词和意思搜索</translation>
  </message>
  <message>
   <source>Searching the knowledge base</source>
   <translation>搜索知识库</translation>
  </message>
  <message>
   <source>Searching the web</source>
   <translation>上网搜索</translation>
  </message>
  <message>
   <source>Searching the web is turned off. It is turned on in Settings → Assistant.</source>
   <translation>上网搜索已关闭。在“设置 → 对话与确认”里打开。</translation>
  </message>
  <message>
   <source>Searching…</source>
   <translation>正在搜索…</translation>
  </message>
  <message>
   <source>Seed</source>
   <translation>随机种子</translation>
  </message>
  <message>
   <source>Send</source>
   <translation>发送</translation>
  </message>
  <message>
   <source>Sending…</source>
   <translation>正在发送…</translation>
  </message>
  <message>
   <source>Separate</source>
   <translation>分离</translation>
  </message>
  <message>
   <source>Separate voice and music?</source>
   <translation>分离人声和伴奏？</translation>
  </message>
  <message>
   <source>Separated by commas. One of them is enough.</source>
   <translation>用逗号分隔，出现其中一个就行。</translation>
  </message>
  <message>
   <source>Separating</source>
   <translation>分离中</translation>
  </message>
  <message>
   <source>Separating voice and music</source>
   <translation>分离人声和伴奏</translation>
  </message>
  <message>
   <source>Server address</source>
   <translation>服务器地址</translation>
  </message>
  <message>
   <source>Server for embeddings</source>
   <translation>向量服务器</translation>
  </message>
  <message>
   <source>Session</source>
   <translation>会话</translation>
  </message>
  <message>
   <source>Set the temperature</source>
   <translation>设定温度</translation>
  </message>
  <message>
   <source>Setting</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Setting a reference recording</source>
   <translation>设置参考录音</translation>
  </message>
  <message>
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <source>Several columns hold days, and I cannot tell which of them “{what}” is about: {columns}</source>
   <translation>有好几列是日期，无法判断“{what}”指的是哪一列：{columns}</translation>
  </message>
  <message>
   <source>Several documents could be meant: {names}. Say which one.</source>
   <translation>可能指好几个文档：{names}。说清楚是哪一个。</translation>
  </message>
  <message>
   <source>Several tables have this name. Take one by its id: {ids}</source>
   <translation>有几个表格叫这个名字。用编号指定一个：{ids}</translation>
  </message>
  <message>
   <source>Shared by all characters</source>
   <translation>所有角色共享</translation>
  </message>
  <message>
   <source>Short work ends without a notification.</source>
   <translation>很快做完的不通知。</translation>
  </message>
  <message>
   <source>Show all</source>
   <translation>显示全部</translation>
  </message>
  <message>
   <source>Show as plain text…</source>
   <translation>显示为纯文字…</translation>
  </message>
  <message>
   <source>Show in folder</source>
   <translation>在文件夹里显示</translation>
  </message>
  <message>
   <source>Show me the settings.</source>
   <translation>列出设置。</translation>
  </message>
  <message>
   <source>Show more of the document</source>
   <translation>显示更多上下文</translation>
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
   <source>Show the model's thinking</source>
   <translation>显示思考内容</translation>
  </message>
  <message>
   <source>Show “{name}” in its folder</source>
   <translation>在文件夹里显示“{name}”</translation>
  </message>
  <message>
   <source>Sky</source>
   <translation>天蓝</translation>
  </message>
  <message>
   <source>Some cells were too long and were shortened.</source>
   <translation>有些单元格太长，已截短。</translation>
  </message>
  <message>
   <source>Some chapters are missing in the file.</source>
   <translation>文件里缺少一些章节。</translation>
  </message>
  <message>
   <source>Some characters are damaged in the file.</source>
   <translation>文件里有些字损坏。</translation>
  </message>
  <message>
   <source>Some pages are damaged and were left out.</source>
   <translation>有些页损坏，没有采用。</translation>
  </message>
  <message>
   <source>Some pages have no text, only pictures.</source>
   <translation>有些页没有文字，只有图片。</translation>
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
   <source>Some sheets have names of columns and no rows, so no tables were made of them.</source>
   <translation>有些工作表只有列名没有数据行，因此没有生成表格。</translation>
  </message>
  <message>
   <source>Some sheets were left out, since there are too many.</source>
   <translation>工作表太多，有些没有采用。</translation>
  </message>
  <message>
   <source>Some text cannot be seen on the pages, as text recognition leaves it. It is searched too.</source>
   <translation>有些文字在页面上看不见，是文字识别留下的。它们也会被搜索。</translation>
  </message>
  <message>
   <source>Something else than “{host}” answered, so it was not read.</source>
   <translation>回应的不是“{host}”，没有读取。</translation>
  </message>
  <message>
   <source>Something in the app went wrong here. The log says more.</source>
   <translation>程序在这里出了点问题。详情见日志。</translation>
  </message>
  <message>
   <source>Something in the app went wrong. It keeps running.</source>
   <translation>程序里出了点问题，但还在运行。</translation>
  </message>
  <message>
   <source>Something is missing for this: {names}</source>
   <translation>还缺少：{names}</translation>
  </message>
  <message>
   <source>Something is missing: {names}</source>
   <translation>还缺少：{names}</translation>
  </message>
  <message>
   <source>Something is still needed for this.</source>
   <translation>还需要填写一些内容。</translation>
  </message>
  <message>
   <source>Song, best way there is</source>
   <translation>歌曲，用现有最好的方法</translation>
  </message>
  <message>
   <source>Song, by the centre (basic)</source>
   <translation>歌曲，按中置声道（基础）</translation>
  </message>
  <message>
   <source>Song, by {name}</source>
   <translation>歌曲，用 {name}</translation>
  </message>
  <message>
   <source>Song, by {name} (slow)</source>
   <translation>歌曲，用 {name}（慢）</translation>
  </message>
  <message>
   <source>Song, drums left out (basic)</source>
   <translation>歌曲，去掉鼓声（基础）</translation>
  </message>
  <message>
   <source>Songs come apart better with a model</source>
   <translation>有了模型，歌曲能分离得更干净</translation>
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
   <source>Speaker</source>
   <translation>说话人</translation>
  </message>
  <message>
   <source>Speaking</source>
   <translation>合成语音</translation>
  </message>
  <message>
   <source>Spectrogram</source>
   <translation>频谱图</translation>
  </message>
  <message>
   <source>Speech</source>
   <translation>语音</translation>
  </message>
  <message>
   <source>Speech or dry vocals: nothing is taken apart.</source>
   <translation>说话或干声，不做分离。</translation>
  </message>
  <message>
   <source>Speech recognition</source>
   <translation>语音识别</translation>
  </message>
  <message>
   <source>Speech synthesis</source>
   <translation>语音合成</translation>
  </message>
  <message>
   <source>Spoken language</source>
   <translation>说话的语言</translation>
  </message>
  <message>
   <source>Start again</source>
   <translation>重新开始</translation>
  </message>
  <message>
   <source>Started</source>
   <translation>开始</translation>
  </message>
  <message>
   <source>Started: {what}</source>
   <translation>开始：{what}</translation>
  </message>
  <message>
   <source>Starting a voice session</source>
   <translation>开始声音会话</translation>
  </message>
  <message>
   <source>Starting the conversion</source>
   <translation>开始转换</translation>
  </message>
  <message>
   <source>Starting the training</source>
   <translation>开始训练</translation>
  </message>
  <message>
   <source>Starting…</source>
   <translation>正在开始…</translation>
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
   <source>Step</source>
   <translation>步骤</translation>
  </message>
  <message>
   <source>Stop</source>
   <translation>停止</translation>
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
   <source>Stop this installation?</source>
   <translation>停止安装？</translation>
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
   <source>Stopped.</source>
   <translation>已停止。</translation>
  </message>
  <message>
   <source>Stopped. Nothing was left; convert it again whenever you like.</source>
   <translation>已停止，没有留下文件。随时可以再转换。</translation>
  </message>
  <message>
   <source>Stopped: {what}</source>
   <translation>已停止：{what}</translation>
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
   <source>Stopping…</source>
   <translation>正在停止…</translation>
  </message>
  <message>
   <source>Storage</source>
   <translation>存储</translation>
  </message>
  <message>
   <source>Sun</source>
   <translation>周日</translation>
  </message>
  <message>
   <source>Supervisor</source>
   <translation>主管</translation>
  </message>
  <message>
   <source>Switch off</source>
   <translation>停用</translation>
  </message>
  <message>
   <source>Switch on</source>
   <translation>启用</translation>
  </message>
  <message>
   <source>Switches between characters</source>
   <translation>切换角色</translation>
  </message>
  <message>
   <source>System libraries for the window are missing: {packages}. Run “python3 run.py setup”, or install them with your package manager.</source>
   <translation>缺少窗口要用的系统库：{packages}。运行“python3 run.py setup”，或用包管理器安装。</translation>
  </message>
  <message>
   <source>System prompt</source>
   <translation>系统提示词</translation>
  </message>
  <message>
   <source>Table reader</source>
   <translation>表格读取</translation>
  </message>
  <message>
   <source>Tables found in it</source>
   <translation>其中的表格</translation>
  </message>
  <message>
   <source>Take the basic way</source>
   <translation>用基础方法</translation>
  </message>
  <message>
   <source>Take {key}</source>
   <translation>改用 {key}</translation>
  </message>
  <message>
   <source>Take “{name}” apart</source>
   <translation>分离“{name}”</translation>
  </message>
  <message>
   <source>Take “{title}” from this character? Others still have it.</source>
   <translation>从这个角色移除“{title}”？其他角色仍然有它。</translation>
  </message>
  <message>
   <source>Takes address and model of {name}.</source>
   <translation>采用 {name} 的地址和模型。</translation>
  </message>
  <message>
   <source>Takes rumble out of the voice; 0 is off.</source>
   <translation>去掉人声里的低频杂音，0 为关闭。</translation>
  </message>
  <message>
   <source>Takes the key from the clipboard.</source>
   <translation>从剪贴板粘贴密钥。</translation>
  </message>
  <message>
   <source>Taking in {name}</source>
   <translation>正在导入{name}</translation>
  </message>
  <message>
   <source>Taking over the segments</source>
   <translation>采用片段</translation>
  </message>
  <message>
   <source>Taking songs apart</source>
   <translation>分离歌曲</translation>
  </message>
  <message>
   <source>Taking voice and music apart</source>
   <translation>分离人声和伴奏</translation>
  </message>
  <message>
   <source>Taking “{name}” apart was cancelled.</source>
   <translation>“{name}”的分离已停止。</translation>
  </message>
  <message>
   <source>Taking “{name}” apart was interrupted.</source>
   <translation>“{name}”的分离被中断。</translation>
  </message>
  <message>
   <source>Talk to this character</source>
   <translation>和这个角色说话</translation>
  </message>
  <message>
   <source>Talk to {name}</source>
   <translation>和{name}说说话</translation>
  </message>
  <message>
   <source>Target</source>
   <translation>对象</translation>
  </message>
  <message>
   <source>Task</source>
   <translation>任务</translation>
  </message>
  <message>
   <source>Teal</source>
   <translation>青绿</translation>
  </message>
  <message>
   <source>Tell me when work is done</source>
   <translation>完成时通知我</translation>
  </message>
  <message>
   <source>Temperature</source>
   <translation>温度</translation>
  </message>
  <message>
   <source>Terms of use</source>
   <translation>使用条款</translation>
  </message>
  <message>
   <source>Test</source>
   <translation>测试</translation>
  </message>
  <message>
   <source>Test says what it is. Nothing is started before that.</source>
   <translation>点“测试”会说明它是什么。在那之前不会启动任何东西。</translation>
  </message>
  <message>
   <source>Tested at {time}.</source>
   <translation>测试时间：{time}。</translation>
  </message>
  <message>
   <source>Testing…</source>
   <translation>正在测试…</translation>
  </message>
  <message>
   <source>Text</source>
   <translation>内容</translation>
  </message>
  <message>
   <source>Text from outside had a part in it: {names}</source>
   <translation>含有外部的文字：{names}</translation>
  </message>
  <message>
   <source>Text size</source>
   <translation>文字大小</translation>
  </message>
  <message>
   <source>That is more than {n} characters. Add it as a file instead.</source>
   <translation>超过 {n} 个字。改为作为文件添加。</translation>
  </message>
  <message>
   <source>That is more than {n} files. Drop their folder instead</source>
   <translation>超过 {n} 个文件，改为拖入文件夹</translation>
  </message>
  <message>
   <source>The address is another one: the old key was not taken along. Paste the key of {host}.</source>
   <translation>地址换了，旧密钥没有带过来。粘贴 {host} 的密钥。</translation>
  </message>
  <message>
   <source>The address of a SearXNG server, also one on this computer. Empty: the web is not searched.</source>
   <translation>SearXNG 服务器的地址，这台电脑上的也行。留空：不上网搜索。</translation>
  </message>
  <message>
   <source>The address of “{host}” could not be found. Check its spelling and the connection.</source>
   <translation>找不到“{host}”的地址。检查拼写和网络连接。</translation>
  </message>
  <message>
   <source>The answer of the server cannot be read.</source>
   <translation>服务器的回应读不出来。</translation>
  </message>
  <message>
   <source>The answer of this step was not in order and was not used.</source>
   <translation>这一步的结果有问题，没有使用。</translation>
  </message>
  <message>
   <source>The app ended in the middle of this. Look whether it took effect.</source>
   <translation>程序在中途结束了。看一下是否已经生效。</translation>
  </message>
  <message>
   <source>The app is closing; this was not done.</source>
   <translation>程序正在关闭，这一步没有做。</translation>
  </message>
  <message>
   <source>The app stopped in the middle of this.</source>
   <translation>程序在中途停止了。</translation>
  </message>
  <message>
   <source>The app stopped in the middle of this. Whether “{step}” took effect is not known: please look before you ask for it again.</source>
   <translation>程序在中途停止了，不清楚“{step}”是否已经生效。先看一下，再决定要不要重做。</translation>
  </message>
  <message>
   <source>The archive holds more than {n} files.</source>
   <translation>压缩包里超过 {n} 个文件。</translation>
  </message>
  <message>
   <source>The archive holds more than {n} models.</source>
   <translation>压缩包里超过 {n} 个模型。</translation>
  </message>
  <message>
   <source>The archive is damaged and cannot be unpacked.</source>
   <translation>压缩包损坏了，无法解压。</translation>
  </message>
  <message>
   <source>The archive is larger than a character needs.</source>
   <translation>压缩包太大，角色不需要这么大。</translation>
  </message>
  <message>
   <source>The archive is larger than what is unpacked here. Unpack it first, then drop its files.</source>
   <translation>压缩包太大，这里不解压。先自己解压，再把里面的文件拖进来。</translation>
  </message>
  <message>
   <source>The archive is not in order and may be made to do harm. It was not opened.</source>
   <translation>压缩包有问题，可能是恶意制作的。没有打开。</translation>
  </message>
  <message>
   <source>The archive is packed in a way that cannot be read. Unpack it first, then drop its files.</source>
   <translation>压缩包的压缩方式读不了。先自己解压，再把里面的文件拖进来。</translation>
  </message>
  <message>
   <source>The archive is protected by a password. Unpack it first, then drop its files.</source>
   <translation>压缩包有密码。先自己解压，再把里面的文件拖进来。</translation>
  </message>
  <message>
   <source>The archive names files outside of itself or hides some. It was not unpacked.</source>
   <translation>压缩包指向自身以外的文件，或藏有文件。没有解压。</translation>
  </message>
  <message>
   <source>The archive was changed after it was made, or is damaged.</source>
   <translation>压缩包做好之后被改过，或损坏了。</translation>
  </message>
  <message>
   <source>The arguments of this step do not fit.</source>
   <translation>这一步的参数不合适。</translation>
  </message>
  <message>
   <source>The book is locked by copy protection, so its text cannot be read.</source>
   <translation>这本书有版权保护，读不出文字。</translation>
  </message>
  <message>
   <source>The built-in tool “{name}” cannot be removed.</source>
   <translation>内置工具“{name}”不能移除。</translation>
  </message>
  <message>
   <source>The certificate of “{host}” is not good, so nothing was sent. Check the address and this computer's clock.</source>
   <translation>“{host}”的证书无效，什么都没有发送。检查网址和这台电脑的时间。</translation>
  </message>
  <message>
   <source>The character answers again.</source>
   <translation>角色重新回答。</translation>
  </message>
  <message>
   <source>The character came without its picture: {why}</source>
   <translation>角色已添加，但没有图片：{why}</translation>
  </message>
  <message>
   <source>The character can look things up in what you add here, and names its source. Your files stay where they are.</source>
   <translation>角色可以在你添加的文档里查找，并注明出处。你的文件仍留在原处。</translation>
  </message>
  <message>
   <source>The character cannot answer: its part of the app did not start. The log says more.</source>
   <translation>角色不能回答：程序里负责它的部分没有启动。详情见日志。</translation>
  </message>
  <message>
   <source>The character cannot look it up any more. The original file stays.</source>
   <translation>角色再也查不到它，原文件保留。</translation>
  </message>
  <message>
   <source>The character could not answer because of a fault in the app. The log says more.</source>
   <translation>程序出了错，角色无法回答。日志里有详细信息。</translation>
  </message>
  <message>
   <source>The character in this file has no name.</source>
   <translation>文件里的角色没有名字。</translation>
  </message>
  <message>
   <source>The character in this picture is damaged.</source>
   <translation>图片里的角色损坏了。</translation>
  </message>
  <message>
   <source>The character is called “{name}” now.</source>
   <translation>角色现在叫“{name}”。</translation>
  </message>
  <message>
   <source>The character is larger than 8 MB. That cannot be taken in.</source>
   <translation>角色超过 8 MB，不能添加。</translation>
  </message>
  <message>
   <source>The character is still answering. Wait, or stop it first.</source>
   <translation>角色还在回复。等一会儿，或先停止。</translation>
  </message>
  <message>
   <source>The character is still replying.</source>
   <translation>角色还在回复。</translation>
  </message>
  <message>
   <source>The character knows more than one file can hold. Export it as a card (PNG or JSON), or delete old memories first.</source>
   <translation>这个角色的内容太多，一个文件装不下。请导出为角色卡（PNG 或 JSON），或先删除旧的记忆。</translation>
  </message>
  <message>
   <source>The character of this conversation was put away. Bring it back in its window.</source>
   <translation>这段对话的角色已被收起。请在它的窗口里把它找回来。</translation>
  </message>
  <message>
   <source>The character speaks and acts by it from the next reply on.</source>
   <translation>从下一条回复起，角色按它说话和做事。</translation>
  </message>
  <message>
   <source>The character went in circles and was stopped.</source>
   <translation>角色在原地打转，已停止。</translation>
  </message>
  <message>
   <source>The character's file has a number that is out of range.</source>
   <translation>角色文件里有超出范围的数字。</translation>
  </message>
  <message>
   <source>The character's file has broken characters.</source>
   <translation>角色文件里有损坏的字符。</translation>
  </message>
  <message>
   <source>The character's file holds more than can be kept.</source>
   <translation>角色文件的内容太多，存不下。</translation>
  </message>
  <message>
   <source>The character's file is damaged: it is no complete JSON.</source>
   <translation>角色文件损坏了：JSON 不完整。</translation>
  </message>
  <message>
   <source>The character's file is nested too deeply. It is damaged, or made to do harm.</source>
   <translation>角色文件嵌套太深。它损坏了，或是恶意制作的。</translation>
  </message>
  <message>
   <source>The character's file says something twice. It is damaged, or made to do harm.</source>
   <translation>角色文件里有重复的项。它损坏了，或是恶意制作的。</translation>
  </message>
  <message>
   <source>The character's settings cannot be saved: they are too large.</source>
   <translation>角色的设置太大，不能保存。</translation>
  </message>
  <message>
   <source>The chosen format cannot hold this sound. Choose WAV or FLAC, which can.</source>
   <translation>选的格式存不下这段声音。换成 WAV 或 FLAC 就可以。</translation>
  </message>
  <message>
   <source>The chosen program does not answer as rvc-next does. Test it in the settings, or choose the built-in engine.</source>
   <translation>所选程序的应答不像 rvc-next。请在设置中测试它，或改用内置引擎。</translation>
  </message>
  <message>
   <source>The cleanest voice; it takes its time.</source>
   <translation>人声最干净，用时长一些。</translation>
  </message>
  <message>
   <source>The condition on “{name}” needs a number.</source>
   <translation>对“{name}”的条件需要一个数字。</translation>
  </message>
  <message>
   <source>The condition on “{name}” needs a value.</source>
   <translation>“{name}”的条件要有值。</translation>
  </message>
  <message>
   <source>The conditions have too many values.</source>
   <translation>条件里的值太多。</translation>
  </message>
  <message>
   <source>The connection to VTube Studio</source>
   <translation>VTube Studio 连接</translation>
  </message>
  <message>
   <source>The connection to “{host}” ended too early. Try again.</source>
   <translation>和“{host}”的连接提前断开了。再试一次。</translation>
  </message>
  <message>
   <source>The content is of another kind than the name says.</source>
   <translation>文件内容和文件名所示的类型不符。</translation>
  </message>
  <message>
   <source>The conversation is safe.</source>
   <translation>对话完好。</translation>
  </message>
  <message>
   <source>The conversation was saved as “{name}”.</source>
   <translation>对话已保存为“{name}”。</translation>
  </message>
  <message>
   <source>The conversation was written to “{name}”.</source>
   <translation>对话已存为“{name}”。</translation>
  </message>
  <message>
   <source>The conversion is stopped with this command. The window can start it again.</source>
   <translation>转换随这条命令停止，可以在窗口里重新开始。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” failed.</source>
   <translation>“{name}”没能转换。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” waits for its turn.</source>
   <translation>“{name}”在排队等待转换。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” was cancelled.</source>
   <translation>“{name}”的转换已停止。</translation>
  </message>
  <message>
   <source>The conversion of “{name}” was interrupted.</source>
   <translation>“{name}”的转换被中断。</translation>
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
   <source>The database library of this installation is too old to read foreign questions safely. Installing the app again helps.</source>
   <translation>这次安装的数据库组件太旧，不能安全地处理外来的查询。重新安装程序可以解决。</translation>
  </message>
  <message>
   <source>The description of the separation model and its weights do not fit together. Add the model again, with the config file it came with.</source>
   <translation>分离模型的配置和权重不匹配。重新添加模型，连同它自带的配置文件。</translation>
  </message>
  <message>
   <source>The diagnostic file is ready: {name}</source>
   <translation>诊断文件生成好了：{name}</translation>
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
   <source>The document could not be read.</source>
   <translation>文档没能读取。</translation>
  </message>
  <message>
   <source>The document has more than {pages} pages, the most that is read. Split it, then add the parts.</source>
   <translation>文档超过 {pages} 页，最多读这么多页。拆分之后再分别添加。</translation>
  </message>
  <message>
   <source>The document has too many pages.</source>
   <translation>文档的页数太多。</translation>
  </message>
  <message>
   <source>The document is damaged or was not downloaded to its end. Get it once more.</source>
   <translation>文档损坏了，或没有下载完整。重新获取一次。</translation>
  </message>
  <message>
   <source>The document is locked with a password. Save a copy without it, then add that.</source>
   <translation>文档有密码。存一份没有密码的副本，再添加。</translation>
  </message>
  <message>
   <source>The documents are done, putting the answer together…</source>
   <translation>文档处理好了，正在整理回答…</translation>
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
   <source>The embedding model did not answer in time.</source>
   <translation>向量模型没有及时回应。</translation>
  </message>
  <message>
   <source>The embedding model gave nothing usable.</source>
   <translation>向量模型没有给出能用的结果。</translation>
  </message>
  <message>
   <source>The engine could not finish this. The log says why.</source>
   <translation>引擎没能完成。原因见日志。</translation>
  </message>
  <message>
   <source>The engine did not get on for a long time and was ended. Try again, or with a shorter piece.</source>
   <translation>引擎很久没有进展，已被结束。再试一次，或换短一点的音频。</translation>
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
   <source>The engine that converts voices has stopped.</source>
   <translation>变声引擎停止了。</translation>
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
   <source>The file claims numbers that it does not hold, so it was not used.</source>
   <translation>文件声明了它没有的数值，所以没有使用。</translation>
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
   <source>The file holds another kind of model than was wanted here.</source>
   <translation>文件里的模型不是这里要的类型。</translation>
  </message>
  <message>
   <source>The file holds definitions that documents never have and that can be used for attacks, so it was not opened.</source>
   <translation>文件里有文档不会用到、可能用于攻击的定义，没有打开。</translation>
  </message>
  <message>
   <source>The file holds more than numbers ({found}): parts that would run as a program. It was not opened. Do not use it, and get the voice from its maker.</source>
   <translation>文件里不只有数值（{found}）：有会当作程序运行的部分。没有打开它。不要用这个文件，从作者那里获取声音。</translation>
  </message>
  <message>
   <source>The file holds more than numbers: parts that would run as a program. It was not opened. Do not use it, and get the voice from its maker.</source>
   <translation>文件里不只有数值：有会当作程序运行的部分。没有打开它。不要用这个文件，从作者那里获取声音。</translation>
  </message>
  <message>
   <source>The file holds more than the numbers of a model: it would run code when it is opened. It was not opened, and nothing was run.</source>
   <translation>文件里不只有模型的数值：打开它会运行代码。没有打开它，什么都没有运行。</translation>
  </message>
  <message>
   <source>The file holds values that are no numbers: its training failed. Use an earlier save of it.</source>
   <translation>文件里有无效的数值：训练失败了。用更早保存的一份。</translation>
  </message>
  <message>
   <source>The file is</source>
   <translation>文件内容</translation>
  </message>
  <message>
   <source>The file is a bare Python object, which could run programs when opened. It was not opened.</source>
   <translation>文件是裸的 Python 对象，打开时可能会运行程序。没有打开它。</translation>
  </message>
  <message>
   <source>The file is another one than before. Add it as a new one instead.</source>
   <translation>文件和之前的不是同一个。把它作为新的添加。</translation>
  </message>
  <message>
   <source>The file is cut off; the part that can be read was converted.</source>
   <translation>文件不完整，已转换能读出的部分。</translation>
  </message>
  <message>
   <source>The file is damaged or was not downloaded to its end. Get it once more.</source>
   <translation>文件损坏了，或没有下载完整。重新获取一次。</translation>
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
   <source>The file is larger than {gigabytes} GB, which no voice or model for it is.</source>
   <translation>文件超过 {gigabytes} GB，声音或它用的模型不会这么大。</translation>
  </message>
  <message>
   <source>The file is larger than {limit} GB and was not copied.</source>
   <translation>文件超过 {limit} GB，没有复制。</translation>
  </message>
  <message>
   <source>The file is larger than {megabytes} MB, the most that is read of this kind. Split it, then add the parts.</source>
   <translation>文件超过 {megabytes} MB，这类文件最多读这么大。拆分之后再分别添加。</translation>
  </message>
  <message>
   <source>The file is larger than {n} MB. That is no character.</source>
   <translation>文件超过 {n} MB，这不是角色。</translation>
  </message>
  <message>
   <source>The file is no longer there. It may have been moved or renamed.</source>
   <translation>文件已经不在了，可能被移走或改名。</translation>
  </message>
  <message>
   <source>The file is packed in a way that RVC never uses, so it was not opened.</source>
   <translation>文件的打包方式 RVC 从来不用，所以没有打开。</translation>
  </message>
  <message>
   <source>The file is protected, so its sound cannot be read.</source>
   <translation>文件有保护，读不出声音。</translation>
  </message>
  <message>
   <source>The file is stored in a form from before 2020 that is not opened here. Load it in a current RVC and save it again.</source>
   <translation>文件是 2020 年以前的格式，这里不打开。在新版 RVC 里载入，再保存一次。</translation>
  </message>
  <message>
   <source>The file is too large for a table here, or would unpack to far more than it seems. Divide it, then add the parts.</source>
   <translation>文件太大，不能做成表格，或解压后远比看起来大。拆分之后再分别添加。</translation>
  </message>
  <message>
   <source>The file is too large to be a voice or a model.</source>
   <translation>文件太大，不会是声音或模型。</translation>
  </message>
  <message>
   <source>The file is too large to be read as a document.</source>
   <translation>文件太大，不能作为文档读取。</translation>
  </message>
  <message>
   <source>The file is too small to be a voice or a model.</source>
   <translation>文件太小，不会是声音或模型。</translation>
  </message>
  <message>
   <source>The file itself is untouched.</source>
   <translation>文件本身没有动过。</translation>
  </message>
  <message>
   <source>The file would unpack to far more than a document ever does, so it was not opened.</source>
   <translation>文件解压后会大得不像文档，没有打开。</translation>
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
   <source>The files of the separation model are no longer there. Add the model again.</source>
   <translation>分离模型的文件已经不在了。重新添加这个模型。</translation>
  </message>
  <message>
   <source>The files of the voice are no longer there. Add the voice again.</source>
   <translation>声音的文件已经不在了。重新添加这个声音。</translation>
  </message>
  <message>
   <source>The files of the voice in the library are damaged. Add the voice again.</source>
   <translation>声音库里这个声音的文件损坏了。重新添加这个声音。</translation>
  </message>
  <message>
   <source>The files of “{name}” are no longer in the library. Add {file} once more to bring it back.</source>
   <translation>“{name}”的文件已经不在声音库里。重新添加 {file}，就能找回。</translation>
  </message>
  <message>
   <source>The first start of a program may take a while.</source>
   <translation>程序第一次启动可能要等一会儿。</translation>
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
   <source>The folder has no file “{name}” of its own.</source>
   <translation>文件夹里没有自己的“{name}”文件。</translation>
  </message>
  <message>
   <source>The folder holds more than {n} entries; the rest was left out.</source>
   <translation>文件夹里超过 {n} 项，其余没有加入。</translation>
  </message>
  <message>
   <source>The folder of the app cannot be used.</source>
   <translation>程序的文件夹不能用。</translation>
  </message>
  <message>
   <source>The folder of the skill “{name}” must have its name.</source>
   <translation>技能“{name}”的文件夹要和它同名。</translation>
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
   <source>The form does not ask for this.</source>
   <translation>表单里没有这一项。</translation>
  </message>
  <message>
   <source>The form in this conversation is still open. Fill it in or cancel it first.</source>
   <translation>这个对话里还有没填完的表单。先填写或取消它。</translation>
  </message>
  <message>
   <source>The form stands in the chat.</source>
   <translation>表单在对话里。</translation>
  </message>
  <message>
   <source>The form waits in the chat of the window.</source>
   <translation>表单在窗口的对话里等你填写。</translation>
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
   <source>The graphics card cannot be used for computing here. Choose the processor.</source>
   <translation>这里不能用显卡计算。改用处理器。</translation>
  </message>
  <message>
   <source>The graphics card failed while it was computing. Try it on the processor, or again after a restart.</source>
   <translation>显卡在计算时出错了。改用处理器，或重启电脑后再试一次。</translation>
  </message>
  <message>
   <source>The hand-off holds forbidden fields: {keys}</source>
   <translation>任务转交里有不允许的字段：{keys}</translation>
  </message>
  <message>
   <source>The hand-off is not in order: {why}</source>
   <translation>任务转交有问题：{why}</translation>
  </message>
  <message>
   <source>The index belongs to a voice of another version (its size is {found}, the voice's {wanted}). Use the voice without it, or with its own.</source>
   <translation>索引属于别的版本的声音（索引尺寸 {found}，声音需要 {wanted}）。不用索引，或换成声音自己的索引。</translation>
  </message>
  <message>
   <source>The index is damaged. Make it anew, or use the voice without it.</source>
   <translation>索引损坏了。重新生成，或不用索引。</translation>
  </message>
  <message>
   <source>The index is of a kind or version that voices do not use. Make it anew with a current RVC.</source>
   <translation>索引的类型或版本是声音不用的。用新版 RVC 重新生成。</translation>
  </message>
  <message>
   <source>The index is of a size that no voice has.</source>
   <translation>索引的尺寸和任何声音都不符。</translation>
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
   <source>The key that brings this singer to the voice.</source>
   <translation>让原来的音高贴近这个声音的升降调。</translation>
  </message>
  <message>
   <source>The knowledge was searched</source>
   <translation>查找知识完成</translation>
  </message>
  <message>
   <source>The language of the window. Changes at once.</source>
   <translation>窗口的语言，立即切换。</translation>
  </message>
  <message>
   <source>The last {n} character of the profile is left out: it is too long.</source>
   <translation>设定太长，最后 {n} 个字会省去。</translation>
  </message>
  <message>
   <source>The last {n} characters of the profile are left out: it is too long.</source>
   <translation>设定太长，最后 {n} 个字会省去。</translation>
  </message>
  <message>
   <source>The library is empty. Add a voice: characoid voices import FILE</source>
   <translation>声音库是空的。添加声音：characoid voices import FILE</translation>
  </message>
  <message>
   <source>The lore of this character has more than {n} entries.</source>
   <translation>这个角色的世界书超过 {n} 条。</translation>
  </message>
  <message>
   <source>The lore of this character is not in order: an entry is no object.</source>
   <translation>这个角色的世界书有问题：有一条不是对象。</translation>
  </message>
  <message>
   <source>The loudness asked for could not be reached without cutting peaks off.</source>
   <translation>不削平峰值就达不到目标响度。</translation>
  </message>
  <message>
   <source>The loudness asked for is {n} LU away: without cutting peaks off, the mix cannot get nearer.</source>
   <translation>离目标响度还差 {n} LU：再靠近就会削平峰值。</translation>
  </message>
  <message>
   <source>The memories are done, putting the answer together…</source>
   <translation>记忆处理好了，正在整理回答…</translation>
  </message>
  <message>
   <source>The memories are mine</source>
   <translation>这些记忆是我的</translation>
  </message>
  <message>
   <source>The memory was changed: “{text}”</source>
   <translation>记忆已更改：“{text}”</translation>
  </message>
  <message>
   <source>The message has {n} characters; at most {limit} are possible. Attach a long text as a file.</source>
   <translation>消息有 {n} 个字，最多 {limit} 个。长文字作为文件附上。</translation>
  </message>
  <message>
   <source>The message is empty.</source>
   <translation>消息是空的。</translation>
  </message>
  <message>
   <source>The message is too long. At most {n} characters can be sent.</source>
   <translation>消息太长，最多发送 {n} 个字。</translation>
  </message>
  <message>
   <source>The message is very long. Its whole text opens in a window.</source>
   <translation>消息很长，全文在窗口里打开。</translation>
  </message>
  <message>
   <source>The mix was stopped.</source>
   <translation>混音已停止。</translation>
  </message>
  <message>
   <source>The model answered nothing.</source>
   <translation>模型什么都没有回答。</translation>
  </message>
  <message>
   <source>The model answered with nothing.</source>
   <translation>模型的回答里什么都没有。</translation>
  </message>
  <message>
   <source>The model asks for code or files that do not belong to it, so it is not used.</source>
   <translation>模型要用不属于它的代码或文件，所以没有使用。</translation>
  </message>
  <message>
   <source>The model called tools over and over without getting anywhere, so it was ended.</source>
   <translation>模型反复调用工具却没有进展，已结束。</translation>
  </message>
  <message>
   <source>The model gave an empty answer.</source>
   <translation>模型的回答是空的。</translation>
  </message>
  <message>
   <source>The model has no voice among what it gives. Choose another model.</source>
   <translation>模型的输出里没有人声。换一个模型。</translation>
  </message>
  <message>
   <source>The model has no voice among what it gives: {stems}. Choose another model.</source>
   <translation>模型的输出里没有人声：{stems}。换一个模型。</translation>
  </message>
  <message>
   <source>The model is answering.</source>
   <translation>模型正在回复。</translation>
  </message>
  <message>
   <source>The model library cannot be read now.</source>
   <translation>现在读不了声音库。</translation>
  </message>
  <message>
   <source>The model server does not answer.</source>
   <translation>模型服务器没有回应。</translation>
  </message>
  <message>
   <source>The model that was to take voice and music apart is not in the library any more. Choose another one.</source>
   <translation>用来分离人声和伴奏的模型已经不在声音库里。换一个。</translation>
  </message>
  <message>
   <source>The model would not stop writing, so it was stopped.</source>
   <translation>模型写个不停，已让它停下。</translation>
  </message>
  <message>
   <source>The model “{kind}” in the library is damaged. Add it again.</source>
   <translation>声音库里的模型“{kind}”损坏了。重新添加。</translation>
  </message>
  <message>
   <source>The model “{kind}” is not in the library. Add it, or choose another way.</source>
   <translation>模型“{kind}”不在声音库里。添加它，或换一种方法。</translation>
  </message>
  <message>
   <source>The name by which the server knows it. A character can have its own.</source>
   <translation>服务器上的模型名。角色可以有自己的模型。</translation>
  </message>
  <message>
   <source>The name for the result is longer than the drive allows. Choose a shorter one.</source>
   <translation>结果的文件名超过磁盘允许的长度。换短一点的名字。</translation>
  </message>
  <message>
   <source>The name is longer than {n} characters.</source>
   <translation>名字超过 {n} 个字。</translation>
  </message>
  <message>
   <source>The name is taken.</source>
   <translation>这个名字已被占用。</translation>
  </message>
  <message>
   <source>The new words take the place of the old ones.</source>
   <translation>新的内容会替换原来的内容。</translation>
  </message>
  <message>
   <source>The oldest are removed first.</source>
   <translation>先清理最旧的。</translation>
  </message>
  <message>
   <source>The oldest messages are left out beyond it. 0: as much as the app sends.</source>
   <translation>超过时省去最旧的消息。0：按程序的上限发送。</translation>
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
   <source>The original file is untouched. The steps that were finished are kept.</source>
   <translation>原文件没有动过。已完成的步骤都保留。</translation>
  </message>
  <message>
   <source>The original is never changed.</source>
   <translation>从不改动原文件。</translation>
  </message>
  <message>
   <source>The original stays as it is; the result is a new file.</source>
   <translation>不改动原文件，结果是一个新文件。</translation>
  </message>
  <message>
   <source>The page comes packed in a way that is not opened.</source>
   <translation>网页的压缩方式不支持，没有打开。</translation>
  </message>
  <message>
   <source>The page is fetched from the web once, and its text is kept for this character.</source>
   <translation>从网上读取一次，其中的文字留给这个角色用。</translation>
  </message>
  <message>
   <source>The page is fetched once and kept as a document. Sites of your own network are not fetched.</source>
   <translation>网页只读取一次，作为文档保存。不会读取你自己网络里的网站。</translation>
  </message>
  <message>
   <source>The page is larger than {n} MB.</source>
   <translation>网页超过 {n} MB。</translation>
  </message>
  <message>
   <source>The page sends on from https:// to an unprotected address of “{host}”.</source>
   <translation>网页从 https:// 跳转到“{host}”的不加密网址。</translation>
  </message>
  <message>
   <source>The page sends on more than {n} times.</source>
   <translation>网页跳转超过 {n} 次。</translation>
  </message>
  <message>
   <source>The page sends on to something that is no web address.</source>
   <translation>网页跳转到的不是网址。</translation>
  </message>
  <message>
   <source>The page “{page}” could not be read. Its defaults are used.</source>
   <translation>“{page}”页读不出来，改用默认值。</translation>
  </message>
  <message>
   <source>The part that computes voices (PyTorch) is not installed. The built-in voices work without it.</source>
   <translation>没有安装计算声音的部分（PyTorch）。内置变声效果不需要它。</translation>
  </message>
  <message>
   <source>The passage in its document</source>
   <translation>文档中的这一段</translation>
  </message>
  <message>
   <source>The path of the folder “{folder}” is too long for this system. Choose a folder with a shorter path.</source>
   <translation>文件夹“{folder}”的路径对这个系统来说太长了。换一个路径短些的文件夹。</translation>
  </message>
  <message>
   <source>The picture could not be kept.</source>
   <translation>图片没能保存。</translation>
  </message>
  <message>
   <source>The picture has {width} × {height} pixels. Choose one of at most {n} × {n}.</source>
   <translation>图片是 {width} × {height} 像素。换一张不超过 {n} × {n} 的。</translation>
  </message>
  <message>
   <source>The picture holds more texts than any character needs.</source>
   <translation>图片里的文字段太多，角色用不了这么多。</translation>
  </message>
  <message>
   <source>The picture is damaged or incomplete.</source>
   <translation>图片损坏或不完整。</translation>
  </message>
  <message>
   <source>The picture is larger than {n} MB. Choose a smaller one.</source>
   <translation>图片超过 {n} MB。换一张小一点的。</translation>
  </message>
  <message>
   <source>The picture is larger than {n} × {n} pixels. Choose a smaller one.</source>
   <translation>图片超过 {n} × {n} 像素。换一张小一点的。</translation>
  </message>
  <message>
   <source>The picture was not changed.</source>
   <translation>图片没有改动。</translation>
  </message>
  <message>
   <source>The pitch method {method} needs a weight file that is not installed. Drop it onto the library, or choose another method.</source>
   <translation>音高检测方法 {method} 缺少权重文件。把它拖到声音库，或换一种方法。</translation>
  </message>
  <message>
   <source>The profile is done, putting the answer together…</source>
   <translation>设定处理好了，正在整理回答…</translation>
  </message>
  <message>
   <source>The profile of “{name}” was changed.</source>
   <translation>“{name}”的设定已更改。</translation>
  </message>
  <message>
   <source>The program did not answer within {limit} s.</source>
   <translation>程序在 {limit} 秒内没有应答。</translation>
  </message>
  <message>
   <source>The program of rvc-next is not there any more or cannot be started. Choose it anew in the settings, or the built-in engine.</source>
   <translation>rvc-next 的程序已经不在，或无法启动。请在设置中重新选择，或改用内置引擎。</translation>
  </message>
  <message>
   <source>The program “{program}” of rvc-next is not there any more or cannot be started. Choose it anew in the settings, or the built-in engine.</source>
   <translation>rvc-next 的程序“{program}”已经不在，或无法启动。请在设置中重新选择，或改用内置引擎。</translation>
  </message>
  <message>
   <source>The prompt: {tokens}</source>
   <translation>提示词：{tokens}</translation>
  </message>
  <message>
   <source>The question about this is not valid any more, and nothing was done.</source>
   <translation>这条确认已经无效，什么都没有做。</translation>
  </message>
  <message>
   <source>The question about this ran out of time, and nothing was done.</source>
   <translation>这条确认过期了，什么都没有做。</translation>
  </message>
  <message>
   <source>The question about this step ran out of time, and nothing was done.</source>
   <translation>这一步的确认过期了，什么都没有做。</translation>
  </message>
  <message>
   <source>The question fits these tables as well: {names}</source>
   <translation>这个问题也符合这些表格：{names}</translation>
  </message>
  <message>
   <source>The question has more conditions than can be asked at a time: {n} of at most {most}.</source>
   <translation>问题中的条件太多：有 {n} 个，一次最多 {most} 个。</translation>
  </message>
  <message>
   <source>The question to the tables needs too much memory and was stopped. Ask for less.</source>
   <translation>表格查询需要的内存太多，已停止。缩小查询范围。</translation>
  </message>
  <message>
   <source>The question to the tables took too long and was stopped. Ask for less.</source>
   <translation>表格查询太久没有完成，已停止。缩小查询范围。</translation>
  </message>
  <message>
   <source>The question took too long and was stopped.</source>
   <translation>查询太久没有完成，已停止。</translation>
  </message>
  <message>
   <source>The question was not answered in time</source>
   <translation>确认过期，没有回答</translation>
  </message>
  <message>
   <source>The question was taken back: the turn ended</source>
   <translation>确认已撤回：这一轮结束了</translation>
  </message>
  <message>
   <source>The reply became unreadable.</source>
   <translation>回复的内容变得无法读取。</translation>
  </message>
  <message>
   <source>The reply broke off.</source>
   <translation>回复中途断开了。</translation>
  </message>
  <message>
   <source>The reply did not work.</source>
   <translation>没能回复。</translation>
  </message>
  <message>
   <source>The reply stopped for {n} s.</source>
   <translation>回复停了 {n} 秒。</translation>
  </message>
  <message>
   <source>The reply stopped for {s} s.</source>
   <translation>回复停了 {s} 秒。</translation>
  </message>
  <message>
   <source>The reply took longer than {n} min and was stopped.</source>
   <translation>回复超过 {n} 分钟，已停止。</translation>
  </message>
  <message>
   <source>The reply was cut off when the app ended.</source>
   <translation>程序结束时，回复断开了。</translation>
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
   <source>The result is “{name}”.</source>
   <translation>结果是“{name}”。</translation>
  </message>
  <message>
   <source>The rows of this table are not there any more. Add its document again.</source>
   <translation>这个表格的数据已经不在了。重新添加它的文档。</translation>
  </message>
  <message>
   <source>The safetensors file contradicts itself, so it was not opened. Get it once more.</source>
   <translation>safetensors 文件前后矛盾，所以没有打开。重新获取一次。</translation>
  </message>
  <message>
   <source>The same content is there already as “{title}”.</source>
   <translation>相同的内容已经在了，名为“{title}”。</translation>
  </message>
  <message>
   <source>The same content is there already as “{title}”. Remove one of the two, or choose another file.</source>
   <translation>相同的内容已经在了，名为“{title}”。请移除其中一个，或选择别的文件。</translation>
  </message>
  <message>
   <source>The same seed gives the same breath noise.</source>
   <translation>种子相同，气声就相同。</translation>
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
   <source>The search server answers, but finds nothing. Its own sources may be blocked or turned off.</source>
   <translation>搜索服务器有回应，但什么都没找到。它自己的来源可能被屏蔽或关闭了。</translation>
  </message>
  <message>
   <source>The search server works: {n} result in {seconds} s.</source>
   <translation>搜索服务器可用：{seconds} 秒找到 {n} 条结果。</translation>
  </message>
  <message>
   <source>The search server works: {n} results in {seconds} s.</source>
   <translation>搜索服务器可用：{seconds} 秒找到 {n} 条结果。</translation>
  </message>
  <message>
   <source>The search server “{host}” does not give its results to programs. Add “json” to “search: formats:” in its settings.yml.</source>
   <translation>搜索服务器“{host}”不向程序提供结果。在它的 settings.yml 里，给“search: formats:”加上“json”。</translation>
  </message>
  <message>
   <source>The search server “{host}” sends on to another address. Enter the address that a browser shows at last.</source>
   <translation>搜索服务器“{host}”跳转到另一个网址。填写浏览器最后显示的网址。</translation>
  </message>
  <message>
   <source>The separation model computed no usable sound. It is damaged, or of a kind that is not supported.</source>
   <translation>分离模型没有算出能用的声音。它损坏了，或是不支持的类型。</translation>
  </message>
  <message>
   <source>The server sends more headers than any page needs.</source>
   <translation>服务器发来的响应头太多，网页用不了这么多。</translation>
  </message>
  <message>
   <source>The session has no files yet.</source>
   <translation>会话里还没有文件。</translation>
  </message>
  <message>
   <source>The session is open.</source>
   <translation>会话已打开。</translation>
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
   <source>The settings are done, putting the answer together…</source>
   <translation>设置处理好了，正在整理回答…</translation>
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
   <source>The skill could not be read.</source>
   <translation>技能读不出来。</translation>
  </message>
  <message>
   <source>The skill has an unknown field “{name}”.</source>
   <translation>技能里有不认识的字段“{name}”。</translation>
  </message>
  <message>
   <source>The skill is larger than {n} kB.</source>
   <translation>这个技能超过 {n} kB。</translation>
  </message>
  <message>
   <source>The skill is no readable text.</source>
   <translation>技能不是能读的文字。</translation>
  </message>
  <message>
   <source>The skill is not in order: {why}</source>
   <translation>技能有问题：{why}</translation>
  </message>
  <message>
   <source>The skill names a tool that there is not: “{name}”</source>
   <translation>技能里的工具不存在：“{name}”</translation>
  </message>
  <message>
   <source>The skill names a tool twice.</source>
   <translation>技能里有重复的工具。</translation>
  </message>
  <message>
   <source>The skill refers to a file outside of its folder.</source>
   <translation>技能引用了自己文件夹外面的文件。</translation>
  </message>
  <message>
   <source>The sound changes its rate or channels inside the file; it was made uniform.</source>
   <translation>文件中途换了采样率或声道，已统一。</translation>
  </message>
  <message>
   <source>The sound is mono, so there is no middle to take the voice out of. Use it as it is, or separate it with a model.</source>
   <translation>声音是单声道，没有中置声道可以取出人声。直接用它，或用模型分离。</translation>
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
   <source>The stored key holds signs that no key has. Paste it again.</source>
   <translation>保存的密钥里有不该有的字符。重新粘贴。</translation>
  </message>
  <message>
   <source>The system's key store answers.</source>
   <translation>系统密钥库可用。</translation>
  </message>
  <message>
   <source>The table has no column “{name}”. It has: {columns}</source>
   <translation>表格没有“{name}”这一列。有这些列：{columns}</translation>
  </message>
  <message>
   <source>The table has too many columns; the first ones were taken over.</source>
   <translation>表格的列太多，只采用了前面的列。</translation>
  </message>
  <message>
   <source>The table “{name}” has no column of numbers for this. It has the columns: {columns}</source>
   <translation>表格“{name}”没有可用于此的数字列。列有：{columns}</translation>
  </message>
  <message>
   <source>The task went back and forth too often, so it was ended.</source>
   <translation>任务来回转交太多次，已结束。</translation>
  </message>
  <message>
   <source>The text inside this PDF is unreadable: its fonts do not say which characters they show. Run text recognition (OCR) over it, then add the result.</source>
   <translation>这个 PDF 里的文字无法识读：字体没有说明显示的是哪些字。先做文字识别（OCR），再添加得到的文件。</translation>
  </message>
  <message>
   <source>The text is longer than {millions} million characters, the most that is read. Split the document, then add the parts.</source>
   <translation>文字超过 {millions} 百万字，最多读这么长。把文档拆分之后再分别添加。</translation>
  </message>
  <message>
   <source>The text is longer than {n} characters.</source>
   <translation>文字超过 {n} 个字。</translation>
  </message>
  <message>
   <source>The text is too long to be read as one document.</source>
   <translation>文字太长，不能作为一个文档读取。</translation>
  </message>
  <message>
   <source>The text of some pages is unreadable and was left out.</source>
   <translation>有些页的文字无法识读，没有采用。</translation>
  </message>
  <message>
   <source>The text of {n} pages is unreadable and was left out.</source>
   <translation>有 {n} 页的文字无法识读，没有采用。</translation>
  </message>
  <message>
   <source>The time for this confirmation is over.</source>
   <translation>这条确认过期了。</translation>
  </message>
  <message>
   <source>The tool says that this did not work.</source>
   <translation>工具说这一步没有成功。</translation>
  </message>
  <message>
   <source>The tool “{name}” was not added. {why}</source>
   <translation>工具“{name}”没有添加。{why}</translation>
  </message>
  <message>
   <source>The turn that asked this is over.</source>
   <translation>提出这条确认的那一轮已经结束。</translation>
  </message>
  <message>
   <source>The version before is still there.</source>
   <translation>之前的版本还在。</translation>
  </message>
  <message>
   <source>The video has no sound in it.</source>
   <translation>视频里没有声音。</translation>
  </message>
  <message>
   <source>The voice and its files are removed. Audio made with it stays.</source>
   <translation>删除这个声音和它的文件，用它做出的音频保留。</translation>
  </message>
  <message>
   <source>The voice computed values that are no sound. It is damaged, or the graphics card computes wrongly; try it on the processor.</source>
   <translation>算出来的不是声音。声音损坏了，或显卡算错了。改用处理器试试。</translation>
  </message>
  <message>
   <source>The voice conversion step is done, putting the answer together…</source>
   <translation>变声处理好了，正在整理回答…</translation>
  </message>
  <message>
   <source>The voice gives a sample rate of “{rate}”; voices have 32, 40 or 48 kHz.</source>
   <translation>声音里写的采样率是“{rate}”，应该是 32、40 或 48 kHz。</translation>
  </message>
  <message>
   <source>The voice gives a sample rate that voices do not have; they have 32, 40 or 48 kHz.</source>
   <translation>声音里写的采样率不对，应该是 32、40 或 48 kHz。</translation>
  </message>
  <message>
   <source>The voice gives sizes for its network that cannot be right.</source>
   <translation>声音里写的网络尺寸不可能是对的。</translation>
  </message>
  <message>
   <source>The voice has no speaker of that number.</source>
   <translation>这个声音没有这个编号的说话人。</translation>
  </message>
  <message>
   <source>The voice has no speaker of that number; it has {speakers}, counted from 0.</source>
   <translation>这个声音没有这个编号的说话人，共有 {speakers} 个，从 0 数起。</translation>
  </message>
  <message>
   <source>The voice is built like another version than it says.</source>
   <translation>声音的结构和它写的版本不一致。</translation>
  </message>
  <message>
   <source>The voice is not built like an RVC voice; parts are missing or of another size.</source>
   <translation>结构不像 RVC 声音，有的部分缺失或尺寸不对。</translation>
  </message>
  <message>
   <source>The voice is not built like an RVC voice; parts are missing, of another size, or no numbers.</source>
   <translation>结构不像 RVC 声音，有的部分缺失、尺寸不对，或不是数值。</translation>
  </message>
  <message>
   <source>The voice is not in the library any more. Choose another one.</source>
   <translation>这个声音已经不在声音库里。换一个。</translation>
  </message>
  <message>
   <source>The voice library</source>
   <translation>声音库</translation>
  </message>
  <message>
   <source>The voice says that it is {declared}, but it is built like {found}. Get it once more from its maker.</source>
   <translation>声音里写的是 {declared}，结构却是 {found}。从作者那里重新获取一次。</translation>
  </message>
  <message>
   <source>The voice step is done, putting the answer together…</source>
   <translation>语音处理好了，正在整理回答…</translation>
  </message>
  <message>
   <source>The voice was added by a newer version of this app. Update the app, or add the voice again.</source>
   <translation>这个声音是更新版本的程序添加的。更新程序，或重新添加声音。</translation>
  </message>
  <message>
   <source>The voice “{name}” can be used.</source>
   <translation>声音“{name}”可以用。</translation>
  </message>
  <message>
   <source>The voice “{voice}” has an index already. Change it in the voice's details.</source>
   <translation>声音“{voice}”已经有索引了。在声音的详情里更换。</translation>
  </message>
  <message>
   <source>The wait for the first word is twice as long.</source>
   <translation>等第一个字的时间是它的两倍。</translation>
  </message>
  <message>
   <source>The web search found nothing about this.</source>
   <translation>上网没有搜到相关的内容。</translation>
  </message>
  <message>
   <source>The web search found nothing. These sources did not answer: {names}.</source>
   <translation>上网没有搜到内容。这些来源没有回应：{names}。</translation>
  </message>
  <message>
   <source>The weights of {method} are missing. Drop the file on the library, or let SwiftF0 find the pitch; it is built in.</source>
   <translation>缺少 {method} 的权重。把文件拖到声音库，或用内置的 SwiftF0 检测音高。</translation>
  </message>
  <message>
   <source>The whole message</source>
   <translation>整条消息</translation>
  </message>
  <message>
   <source>The whole path of a program, or empty.</source>
   <translation>程序的完整路径，或留空。</translation>
  </message>
  <message>
   <source>The whole text</source>
   <translation>全文</translation>
  </message>
  <message>
   <source>The words are regular expressions</source>
   <translation>触发词是正则表达式</translation>
  </message>
  <message>
   <source>The words are sent to {server}. Nothing is changed.</source>
   <translation>这些词会发给 {server}。什么都不会改动。</translation>
  </message>
  <message>
   <source>The workbook is damaged, or is none. Open it in a spreadsheet program and save it as .xlsx, then add that.</source>
   <translation>工作簿损坏了，或者不是工作簿。用表格软件打开，另存为 .xlsx，再添加。</translation>
  </message>
  <message>
   <source>The workbook is in the form from before 2007 or locked with a password. Save it as .xlsx without one, then add that.</source>
   <translation>工作簿是 2007 年以前的格式，或有密码。另存为没有密码的 .xlsx，再添加。</translation>
  </message>
  <message>
   <source>Theme</source>
   <translation>主题</translation>
  </message>
  <message>
   <source>There are no documents in the knowledge base yet.</source>
   <translation>知识库里还没有文档。</translation>
  </message>
  <message>
   <source>There are no rows in this file, at most the names of columns, so no table was made of it.</source>
   <translation>这个文件里没有数据行，最多只有列名，因此没有生成表格。</translation>
  </message>
  <message>
   <source>There are no tables yet. Add a CSV or XLSX file to the knowledge base.</source>
   <translation>还没有表格。把 CSV 或 XLSX 文件添加到知识库。</translation>
  </message>
  <message>
   <source>There are these tables, each with its rows and columns:
{lines}</source>
   <translation>现有这些表格（含行数和列）：
{lines}</translation>
  </message>
  <message>
   <source>There is a skill “{name}” already.</source>
   <translation>已经有技能“{name}”。</translation>
  </message>
  <message>
   <source>There is another character called “{name}”.</source>
   <translation>已有另一个名叫“{name}”的角色。</translation>
  </message>
  <message>
   <source>There is no address yet: type one, or search this computer.</source>
   <translation>还没有地址。填写一个，或搜索这台电脑。</translation>
  </message>
  <message>
   <source>There is no converted voice with its music in this session yet. Separate voice and music first, then convert the voice.</source>
   <translation>这个会话里还没有转换后的人声和它的伴奏。先分离人声和伴奏，再转换人声。</translation>
  </message>
  <message>
   <source>There is no document in what was added.</source>
   <translation>添加的内容里没有文档。</translation>
  </message>
  <message>
   <source>There is no model for taking voice and music apart. Drop one on the library (MDX-Net .onnx or HTDemucs are the quickest without a graphics card); until then the basic ways are used.</source>
   <translation>没有分离人声和伴奏的模型。拖一个到声音库（没有显卡时，MDX-Net .onnx 或 HTDemucs 最快）。在那之前使用基础方法。</translation>
  </message>
  <message>
   <source>There is no preset “{name}”. There are: {known}</source>
   <translation>没有预设“{name}”。可用的有：{known}</translation>
  </message>
  <message>
   <source>There is no program that can be started at this place.</source>
   <translation>这个位置没有可以启动的程序。</translation>
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
   <source>There is no such capability.</source>
   <translation>没有这项能力。</translation>
  </message>
  <message>
   <source>There is no such character.</source>
   <translation>没有这个角色。</translation>
  </message>
  <message>
   <source>There is no such character. There are: {names}</source>
   <translation>没有这个角色。可用的有：{names}</translation>
  </message>
  <message>
   <source>There is no such conversation.</source>
   <translation>没有这个对话。</translation>
  </message>
  <message>
   <source>There is no such conversion.</source>
   <translation>没有这个转换。</translation>
  </message>
  <message>
   <source>There is no such document.</source>
   <translation>没有这个文档。</translation>
  </message>
  <message>
   <source>There is no such file.</source>
   <translation>没有这个文件。</translation>
  </message>
  <message>
   <source>There is no such memory.</source>
   <translation>没有这条记忆。</translation>
  </message>
  <message>
   <source>There is no such session.</source>
   <translation>没有这个会话。</translation>
  </message>
  <message>
   <source>There is no such skill for this character.</source>
   <translation>这个角色没有这项技能。</translation>
  </message>
  <message>
   <source>There is no such table. There are: {names}</source>
   <translation>没有这个表格。可用的有：{names}</translation>
  </message>
  <message>
   <source>There is no text in this PDF, only pictures of its pages ({pages}). Run text recognition (OCR) over it, then add the result.</source>
   <translation>这个 PDF 里没有文字，只有页面的图片（{pages} 页）。先做文字识别（OCR），再添加得到的文件。</translation>
  </message>
  <message>
   <source>There is no text in this PDF, only pictures of its pages. Run text recognition (OCR) over it, then add the result.</source>
   <translation>这个 PDF 里没有文字，只有页面的图片。先做文字识别（OCR），再添加得到的文件。</translation>
  </message>
  <message>
   <source>There is no text in this document.</source>
   <translation>这个文档里没有文字。</translation>
  </message>
  <message>
   <source>There is no text in this file. PDF, Word, PowerPoint, Excel, EPUB, web pages, Markdown, plain text, subtitles and CSV can be read.</source>
   <translation>这个文件里没有文字。可以读取 PDF、Word、PowerPoint、Excel、EPUB、网页、Markdown、纯文本、字幕和 CSV。</translation>
  </message>
  <message>
   <source>There is no tool of this name.</source>
   <translation>没有这个名字的工具。</translation>
  </message>
  <message>
   <source>There is no voice or model in “{name}”.</source>
   <translation>“{name}”里没有声音或模型。</translation>
  </message>
  <message>
   <source>There is no voice yet</source>
   <translation>还没有声音</translation>
  </message>
  <message>
   <source>There is no voice yet. Drop a voice (.pth) on the library, with its index if there is one, or the folder of RVC WebUI or Applio.</source>
   <translation>还没有声音。把声音（.pth）拖到声音库，有索引就一起拖，或拖入 RVC WebUI、Applio 的文件夹。</translation>
  </message>
  <message>
   <source>There is no voice “{name}”, or several of this name. There are: {known}.</source>
   <translation>没有声音“{name}”，或有几个同名的。可用的有：{known}。</translation>
  </message>
  <message>
   <source>There is no voice “{name}”.</source>
   <translation>没有声音“{name}”。</translation>
  </message>
  <message>
   <source>There is no voice “{name}”: the library is empty. Add one with “characoid voices import FILE”.</source>
   <translation>没有声音“{name}”：声音库是空的。用“characoid voices import FILE”添加一个。</translation>
  </message>
  <message>
   <source>There is no way “{name}” to take music apart. There are: {known}</source>
   <translation>没有分离方法“{name}”。可用的有：{known}</translation>
  </message>
  <message>
   <source>There is no worker “{name}”.</source>
   <translation>没有助手“{name}”。</translation>
  </message>
  <message>
   <source>There is not enough room on the disk: {size} MB are needed. Free some space, then try again.</source>
   <translation>磁盘空间不够，需要 {size} MB。腾出空间，再试一次。</translation>
  </message>
  <message>
   <source>There is nothing in this index; it is a by-product of training. Use the one whose name begins with “added”.</source>
   <translation>这个索引是空的，只是训练的副产品。用名字以“added”开头的那个。</translation>
  </message>
  <message>
   <source>There is nothing to remember.</source>
   <translation>没有要记住的内容。</translation>
  </message>
  <message>
   <source>There is nothing to send.</source>
   <translation>没有可发送的内容。</translation>
  </message>
  <message>
   <source>There is nothing yet that could be looked at.</source>
   <translation>还没有可以查看的。</translation>
  </message>
  <message>
   <source>There is nothing yet to choose from.</source>
   <translation>还没有可以选的。</translation>
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
   <source>These settings cannot be stored.</source>
   <translation>这些设置存不了。</translation>
  </message>
  <message>
   <source>Thinking</source>
   <translation>思考内容</translation>
  </message>
  <message>
   <source>Thinking (neither spoken nor sent again)</source>
   <translation>思考内容（不会朗读，也不会再次发送）</translation>
  </message>
  <message>
   <source>Thinking…</source>
   <translation>正在思考…</translation>
  </message>
  <message>
   <source>Third-party notices</source>
   <translation>第三方声明</translation>
  </message>
  <message>
   <source>This Demucs file holds program parts of a model that is not known here. Use HTDemucs.</source>
   <translation>这个 Demucs 文件带有程序，模型这里不认得。改用 HTDemucs。</translation>
  </message>
  <message>
   <source>This address gives no page or document that can be read (“{kind}”).</source>
   <translation>这个网址给出的不是可以读取的网页或文档（“{kind}”）。</translation>
  </message>
  <message>
   <source>This address holds a space or an invisible sign.</source>
   <translation>地址里有空格或看不见的字符。</translation>
  </message>
  <message>
   <source>This address holds a user name or a password. Use it without them.</source>
   <translation>网址里有用户名或密码。去掉之后再用。</translation>
  </message>
  <message>
   <source>This address is longer than {n} characters.</source>
   <translation>地址超过 {n} 个字符。</translation>
  </message>
  <message>
   <source>This archive holds no character.</source>
   <translation>压缩包里没有角色。</translation>
  </message>
  <message>
   <source>This call has no name of its own.</source>
   <translation>这次调用没有自己的编号。</translation>
  </message>
  <message>
   <source>This cannot be asked.</source>
   <translation>这件事不能请求确认。</translation>
  </message>
  <message>
   <source>This cannot be stopped now</source>
   <translation>现在不能停止</translation>
  </message>
  <message>
   <source>This character</source>
   <translation>这个角色</translation>
  </message>
  <message>
   <source>This character card is of a newer kind ({kind}) than this version of the app can read.</source>
   <translation>这张角色卡的格式（{kind}）太新，这个版本的程序读不了。</translation>
  </message>
  <message>
   <source>This character is not there any more.</source>
   <translation>这个角色已经不在了。</translation>
  </message>
  <message>
   <source>This character may not do this.</source>
   <translation>这个角色不能做这件事。</translation>
  </message>
  <message>
   <source>This character may not use the {worker}.</source>
   <translation>这个角色不能使用 {worker}。</translation>
  </message>
  <message>
   <source>This character was saved by a newer version of the app. Update the app to read it.</source>
   <translation>这个角色是更新版本的程序保存的。更新程序才能读取。</translation>
  </message>
  <message>
   <source>This confirmation was used already.</source>
   <translation>这条确认已经用过。</translation>
  </message>
  <message>
   <source>This conversation does not belong to the character.</source>
   <translation>这个对话不属于这个角色。</translation>
  </message>
  <message>
   <source>This conversation is not there any more.</source>
   <translation>这个对话已经不在了。</translation>
  </message>
  <message>
   <source>This conversion is over already.</source>
   <translation>这个转换已经结束。</translation>
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
   <source>This did not work.</source>
   <translation>没有成功。</translation>
  </message>
  <message>
   <source>This document is not there any more.</source>
   <translation>这个文档已经不在了。</translation>
  </message>
  <message>
   <source>This does not fit: {why}</source>
   <translation>这不合适：{why}</translation>
  </message>
  <message>
   <source>This entry is no longer there.</source>
   <translation>这一项已经不在了。</translation>
  </message>
  <message>
   <source>This entry is not there any more.</source>
   <translation>这一条已经不在了。</translation>
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
   <source>This file holds no rows of text, so there is no table in it.</source>
   <translation>文件里没有成行的文字，所以没有表格。</translation>
  </message>
  <message>
   <source>This file is not attached any more.</source>
   <translation>这个文件已经不在附件里了。</translation>
  </message>
  <message>
   <source>This file is not in the list any more.</source>
   <translation>这个文件已经不在列表里。</translation>
  </message>
  <message>
   <source>This file is not in the session.</source>
   <translation>这个文件不在会话里。</translation>
  </message>
  <message>
   <source>This file is still used by a session or a conversation. Remove it there first.</source>
   <translation>还有会话或对话在用这个文件。先在那里移除。</translation>
  </message>
  <message>
   <source>This file takes {time} on this computer. Length and channels stay.</source>
   <translation>在这台电脑上转换这个文件：{time}。长度和声道不变。</translation>
  </message>
  <message>
   <source>This file takes {time}, as a first guess. Length and channels stay.</source>
   <translation>转换这个文件，初步估计：{time}。长度和声道不变。</translation>
  </message>
  <message>
   <source>This first message was changed elsewhere meanwhile.</source>
   <translation>这个开场白刚才在别处改动过。</translation>
  </message>
  <message>
   <source>This index does not belong to the voice “{voice}”.</source>
   <translation>这个索引不属于声音“{voice}”。</translation>
  </message>
  <message>
   <source>This is ContentVec in its old form (fairseq), which holds program parts. Use the folder with config.json and pytorch_model.bin instead; Applio keeps it in rvc/models/embedders/contentvec.</source>
   <translation>这是旧格式（fairseq）的 ContentVec，里面带有程序。改用有 config.json 和 pytorch_model.bin 的文件夹，Applio 里在 rvc/models/embedders/contentvec。</translation>
  </message>
  <message>
   <source>This is a document in the form from before 2007. Save it as .docx, .xlsx or .pptx, then add that.</source>
   <translation>这是 2007 年以前格式的文档。另存为 .docx、.xlsx 或 .pptx，再添加。</translation>
  </message>
  <message>
   <source>This is a training file, not a voice. Export the small model from the training program (in RVC WebUI it lies in assets/weights, in Applio beside the training files), then drop that.</source>
   <translation>这是训练文件，不是声音。从训练程序导出小模型（RVC WebUI 在 assets/weights 里，Applio 在训练文件旁边），再把它拖进来。</translation>
  </message>
  <message>
   <source>This is needed.</source>
   <translation>这一项要填。</translation>
  </message>
  <message>
   <source>This is neither a voice nor a model that is known here, whatever its name says.</source>
   <translation>虽然名字像，但这不是这里认得的声音或模型。</translation>
  </message>
  <message>
   <source>This is no character card (a PNG, JSON or zip file with a character in it).</source>
   <translation>这不是角色卡（含有角色的 PNG、JSON 或 zip 文件）。</translation>
  </message>
  <message>
   <source>This is not a file that can be read.</source>
   <translation>这不是可以读取的文件。</translation>
  </message>
  <message>
   <source>This is not a full web address. It begins with https:// or http://.</source>
   <translation>这不是完整的网址。要以 https:// 或 http:// 开头。</translation>
  </message>
  <message>
   <source>This is not a picture that can be shown. Choose a PNG or JPEG file.</source>
   <translation>这张图片无法显示。选择 PNG 或 JPEG 文件。</translation>
  </message>
  <message>
   <source>This is not a picture that can be shown. Choose a PNG, JPEG or WebP file.</source>
   <translation>这张图片无法显示。选择 PNG、JPEG 或 WebP 文件。</translation>
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
   <source>This is not a voice of RVC.</source>
   <translation>这不是 RVC 的声音。</translation>
  </message>
  <message>
   <source>This is not a voice of RVC: “{missing}” is missing in it.</source>
   <translation>这不是 RVC 的声音：里面缺少“{missing}”。</translation>
  </message>
  <message>
   <source>This is not a web address.</source>
   <translation>这不是网址。</translation>
  </message>
  <message>
   <source>This is not allowed for this character.</source>
   <translation>这个角色没有这项权限。</translation>
  </message>
  <message>
   <source>This is not one of the choices.</source>
   <translation>这不在选项里。</translation>
  </message>
  <message>
   <source>This is not what was confirmed.</source>
   <translation>内容和确认时不一样。</translation>
  </message>
  <message>
   <source>This is the first version</source>
   <translation>这是第一个版本</translation>
  </message>
  <message>
   <source>This is the newest version</source>
   <translation>这是最新的版本</translation>
  </message>
  <message>
   <source>This is the only character. Make or import another one first.</source>
   <translation>这是唯一的角色。先新建或导入另一个。</translation>
  </message>
  <message>
   <source>This is {found}, so there is no document in it that can be read here.</source>
   <translation>这是 {found}，里面没有可以读取的文档。</translation>
  </message>
  <message>
   <source>This key is too long for the key store of Windows. It is kept until the app closes.</source>
   <translation>这个密钥太长，Windows 密钥库存不下。它会保留到程序关闭。</translation>
  </message>
  <message>
   <source>This kind of separation model is not supported. HTDemucs, BS-Roformer, Mel-Band Roformer, MDX23C and MDX-Net (ONNX) are.</source>
   <translation>不支持这种分离模型。支持 HTDemucs、BS-Roformer、Mel-Band Roformer、MDX23C 和 MDX-Net（ONNX）。</translation>
  </message>
  <message>
   <source>This link leads to no web page, so it was not opened.</source>
   <translation>这个链接指向的不是网页，没有打开。</translation>
  </message>
  <message>
   <source>This message is longer than the model can read at once.</source>
   <translation>这条消息太长，模型一次读不下。</translation>
  </message>
  <message>
   <source>This message is not there any more.</source>
   <translation>这条消息已经不在了。</translation>
  </message>
  <message>
   <source>This model cannot use tools. Set “Tools” to “Automatic” or “Described in text”.</source>
   <translation>这个模型不能调用工具。把“工具调用”改成“自动”或“提示词”。</translation>
  </message>
  <message>
   <source>This model is not in the library any more. Choose another way.</source>
   <translation>这个模型已经不在声音库里。换一种方法。</translation>
  </message>
  <message>
   <source>This passage is not there any more. Its document was removed or updated.</source>
   <translation>这一段已经不在了。它的文档被移除或更新了。</translation>
  </message>
  <message>
   <source>This picture holds no character. Choose the original card file.</source>
   <translation>图片里没有角色。选择原来的角色卡文件。</translation>
  </message>
  <message>
   <source>This picture is too large to be pasted. Save it and add the file.</source>
   <translation>图片太大，不能粘贴。存成文件再添加。</translation>
  </message>
  <message>
   <source>This program does not answer as rvc-next does.</source>
   <translation>这个程序的应答不像 rvc-next。</translation>
  </message>
  <message>
   <source>This proposal is not open any more.</source>
   <translation>这条提议已经失效。</translation>
  </message>
  <message>
   <source>This question does not fit the tables.</source>
   <translation>这个问题和表格对不上。</translation>
  </message>
  <message>
   <source>This question to the tables is not allowed, so it was not asked.</source>
   <translation>不允许这样查询表格，没有执行。</translation>
  </message>
  <message>
   <source>This question was shown again since. Please look at it once more.</source>
   <translation>这条确认后来又重新显示过。再看一遍。</translation>
  </message>
  <message>
   <source>This request has expired.</source>
   <translation>这条确认已过期。</translation>
  </message>
  <message>
   <source>This request is no longer needed: its turn has ended.</source>
   <translation>这一轮已经结束，不用再确认。</translation>
  </message>
  <message>
   <source>This request was answered elsewhere: approved once.</source>
   <translation>已在别处回答：允许一次。</translation>
  </message>
  <message>
   <source>This request was answered elsewhere: denied.</source>
   <translation>已在别处回答：拒绝。</translation>
  </message>
  <message>
   <source>This server has no model yet. Load one there first.</source>
   <translation>这个服务器还没有模型。先在那里载入一个。</translation>
  </message>
  <message>
   <source>This skill needs a tool that this character may not use.</source>
   <translation>这项技能要用的工具，这个角色没有权限。</translation>
  </message>
  <message>
   <source>This step did not work.</source>
   <translation>这一步没有成功。</translation>
  </message>
  <message>
   <source>This step is already at work.</source>
   <translation>这一步已经在进行。</translation>
  </message>
  <message>
   <source>This step took too long and was ended.</source>
   <translation>这一步太久没有完成，已结束。</translation>
  </message>
  <message>
   <source>This step took too long and was stopped.</source>
   <translation>这一步太久没有完成，已停止。</translation>
  </message>
  <message>
   <source>This step was cancelled.</source>
   <translation>这一步已取消。</translation>
  </message>
  <message>
   <source>This step was cut off. Whether it took effect is not known; please look before it is done again.</source>
   <translation>这一步中途断开，不清楚是否已经生效。先看一下，再决定要不要重做。</translation>
  </message>
  <message>
   <source>This step was made with other values already.</source>
   <translation>这一步已经用别的值做过。</translation>
  </message>
  <message>
   <source>This step was not allowed, and nothing was done.</source>
   <translation>这一步没有得到允许，什么都没有做。</translation>
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
   <source>This took more steps than one answer may take, so it was ended.</source>
   <translation>步骤超过一次回答的上限，已结束。</translation>
  </message>
  <message>
   <source>This took too long and was cut off.</source>
   <translation>太久没有完成，已断开。</translation>
  </message>
  <message>
   <source>This tool does not belong to this worker.</source>
   <translation>这个工具不属于这个助手。</translation>
  </message>
  <message>
   <source>This try-out is long enough. Begin it anew.</source>
   <translation>这次试聊已经很长了。重新开始吧。</translation>
  </message>
  <message>
   <source>This turn cannot go on: what it had got to cannot be read.</source>
   <translation>这一轮不能继续：进度读不出来。</translation>
  </message>
  <message>
   <source>This turn is over.</source>
   <translation>这一轮已经结束。</translation>
  </message>
  <message>
   <source>This turn was interrupted.</source>
   <translation>这一轮被中断。</translation>
  </message>
  <message>
   <source>This voice has a pitch of its own.</source>
   <translation>这个声音有自己的音高。</translation>
  </message>
  <message>
   <source>This voice has no index.</source>
   <translation>这个声音没有索引。</translation>
  </message>
  <message>
   <source>This voice is of a version that is not known here; v1 and v2 are.</source>
   <translation>这里不认得这个声音的版本，只认得 v1 和 v2。</translation>
  </message>
  <message>
   <source>This voice is of the version “{found}”; versions v1 and v2 are known here.</source>
   <translation>这个声音的版本是“{found}”，这里认得 v1 和 v2。</translation>
  </message>
  <message>
   <source>This voice is of version v1, which needs a ContentVec with its final projection; the one in the library has none.</source>
   <translation>这个声音是 v1，需要带最终投影层的 ContentVec，声音库里的没有。</translation>
  </message>
  <message>
   <source>This voice needs no pitch.</source>
   <translation>这个声音不需要音高。</translation>
  </message>
  <message>
   <source>This voice or model is not in the library any more.</source>
   <translation>这个声音或模型已经不在声音库里。</translation>
  </message>
  <message>
   <source>This voice takes no index.</source>
   <translation>这个声音不用索引。</translation>
  </message>
  <message>
   <source>This voice was made for another program than RVC.</source>
   <translation>这个声音是为别的程序做的，不是 RVC。</translation>
  </message>
  <message>
   <source>This voice was made for {vocoder}, which RVC voices here do not use. Export or train it with the usual vocoder (HiFi-GAN).</source>
   <translation>这个声音是为 {vocoder} 做的，这里的 RVC 声音不用它。用常用的声码器（HiFi-GAN）重新导出或训练。</translation>
  </message>
  <message>
   <source>This voice was trained with something else than ContentVec, so it would not speak here.</source>
   <translation>这个声音训练时用的不是 ContentVec，在这里发不出正常的声音。</translation>
  </message>
  <message>
   <source>This voice was trained with “{embedder}” instead of ContentVec, so it would not speak here.</source>
   <translation>这个声音训练时用的是“{embedder}”，不是 ContentVec，在这里发不出正常的声音。</translation>
  </message>
  <message>
   <source>This was answered already.</source>
   <translation>这条已经回答过。</translation>
  </message>
  <message>
   <source>This was denied.</source>
   <translation>已经拒绝。</translation>
  </message>
  <message>
   <source>This was not confirmed.</source>
   <translation>这一步没有得到确认。</translation>
  </message>
  <message>
   <source>This week</source>
   <translation>本周</translation>
  </message>
  <message>
   <source>This worker does not have the task “{task}”. It has: {known}</source>
   <translation>这个助手没有任务“{task}”。它有：{known}</translation>
  </message>
  <message>
   <source>This worker does not have this task.</source>
   <translation>这个助手没有这项任务。</translation>
  </message>
  <message>
   <source>Thought for {time}</source>
   <translation>思考了 {time}</translation>
  </message>
  <message>
   <source>Thought for {time} (neither spoken nor sent again)</source>
   <translation>思考了 {time}（不会朗读，也不会再次发送）</translation>
  </message>
  <message>
   <source>Thoughts</source>
   <translation>思考内容</translation>
  </message>
  <message>
   <source>Thoughts (neither spoken nor sent again)</source>
   <translation>思考内容（不会朗读，也不会再次发送）</translation>
  </message>
  <message>
   <source>Thu</source>
   <translation>周四</translation>
  </message>
  <message>
   <source>Time</source>
   <translation>时间</translation>
  </message>
  <message>
   <source>Tiny</source>
   <translation>小不点</translation>
  </message>
  <message>
   <source>Title</source>
   <translation>标题</translation>
  </message>
  <message>
   <source>Title of the conversation</source>
   <translation>对话标题</translation>
  </message>
  <message>
   <source>To try it out, a text has at most {n} characters.</source>
   <translation>试聊时一段文字最多 {n} 个字符。</translation>
  </message>
  <message>
   <source>Today</source>
   <translation>今天</translation>
  </message>
  <message>
   <source>Told only when it comes up in the conversation</source>
   <translation>对话提到时才告诉角色</translation>
  </message>
  <message>
   <source>Took</source>
   <translation>用时</translation>
  </message>
  <message>
   <source>Took too long</source>
   <translation>超时</translation>
  </message>
  <message>
   <source>Tool</source>
   <translation>工具</translation>
  </message>
  <message>
   <source>Tools</source>
   <translation>工具调用</translation>
  </message>
  <message>
   <source>Train this voice?</source>
   <translation>训练这个声音？</translation>
  </message>
  <message>
   <source>Trained</source>
   <translation>训练</translation>
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
   <source>Try it out</source>
   <translation>试聊</translation>
  </message>
  <message>
   <source>Try with smaller pieces</source>
   <translation>分成小段再试</translation>
  </message>
  <message>
   <source>Trying again asks again before anything is changed.</source>
   <translation>重试时，改动前会再次确认。</translation>
  </message>
  <message>
   <source>Trying…</source>
   <translation>正在重试…</translation>
  </message>
  <message>
   <source>Tue</source>
   <translation>周二</translation>
  </message>
  <message>
   <source>Turn {id}</source>
   <translation>轮次 {id}</translation>
  </message>
  <message>
   <source>Turns</source>
   <translation>轮次</translation>
  </message>
  <message>
   <source>Two more voices beside the first, slightly late.</source>
   <translation>旁边再叠两个声音，稍慢一点。</translation>
  </message>
  <message>
   <source>Type a name…</source>
   <translation>输入名称…</translation>
  </message>
  <message>
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <source>Unfinished turns cannot be kept safely with the libraries that are installed.</source>
   <translation>已安装的库不能安全地保存未完成的轮次。</translation>
  </message>
  <message>
   <source>Unpin</source>
   <translation>取消置顶</translation>
  </message>
  <message>
   <source>Up to here the character reads a summary ({n} message)</source>
   <translation>到这里为止，角色读的是摘要（{n} 条消息）</translation>
  </message>
  <message>
   <source>Up to here the character reads a summary ({n} messages)</source>
   <translation>到这里为止，角色读的是摘要（{n} 条消息）</translation>
  </message>
  <message>
   <source>Up to here the character reads only the beginning of what you said ({n} message)</source>
   <translation>到这里为止，角色只读你说的话的开头（{n} 条消息）</translation>
  </message>
  <message>
   <source>Up to here the character reads only the beginnings of what you said ({n} messages)</source>
   <translation>到这里为止，角色只读你说的话的开头（{n} 条消息）</translation>
  </message>
  <message>
   <source>Update this?</source>
   <translation>更新这一项？</translation>
  </message>
  <message>
   <source>Updated</source>
   <translation>更新时间</translation>
  </message>
  <message>
   <source>Upper and lower case matter</source>
   <translation>区分大小写</translation>
  </message>
  <message>
   <source>Use</source>
   <translation>使用</translation>
  </message>
  <message>
   <source>Used for</source>
   <translation>用途</translation>
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
   <source>Uses</source>
   <translation>占用</translation>
  </message>
  <message>
   <source>Version</source>
   <translation>版本</translation>
  </message>
  <message>
   <source>Version of the card</source>
   <translation>角色卡版本</translation>
  </message>
  <message>
   <source>Version to listen to</source>
   <translation>试听的版本</translation>
  </message>
  <message>
   <source>Version {n} of {count}</source>
   <translation>版本 {n} / {count}</translation>
  </message>
  <message>
   <source>Very low and very large.</source>
   <translation>非常低，非常庞大。</translation>
  </message>
  <message>
   <source>Violet</source>
   <translation>紫罗兰</translation>
  </message>
  <message>
   <source>Vocals</source>
   <translation>人声</translation>
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
   <source>Voice and music</source>
   <translation>人声和伴奏</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are apart already.</source>
   <translation>“{name}”的人声和伴奏已经分离过了。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are apart.</source>
   <translation>“{name}”的人声和伴奏分离好了。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are being taken apart.</source>
   <translation>正在分离“{name}”的人声和伴奏。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are being taken apart: {time}.</source>
   <translation>正在分离“{name}”的人声和伴奏：{time}。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” are mixed.</source>
   <translation>“{name}”的人声和伴奏混合好了。</translation>
  </message>
  <message>
   <source>Voice and music of “{name}” could not be taken apart.</source>
   <translation>没能分离“{name}”的人声和伴奏。</translation>
  </message>
  <message>
   <source>Voice conversion</source>
   <translation>变声</translation>
  </message>
  <message>
   <source>Voice earlier or later</source>
   <translation>人声提前或推后</translation>
  </message>
  <message>
   <source>Voice settings</source>
   <translation>声音设置</translation>
  </message>
  <message>
   <source>Voices</source>
   <translation>声音</translation>
  </message>
  <message>
   <source>Voices and models</source>
   <translation>声音和模型</translation>
  </message>
  <message>
   <source>Voices and models…</source>
   <translation>声音和模型…</translation>
  </message>
  <message>
   <source>Voices can be converted. {running} running, {waiting} waiting.</source>
   <translation>可以变声。转换中 {running} 个，排队中 {waiting} 个。</translation>
  </message>
  <message>
   <source>Voices of the library cannot be used yet</source>
   <translation>声音库里的声音还不能用</translation>
  </message>
  <message>
   <source>Voices of the library speak through</source>
   <translation>声音库的声音由谁转换</translation>
  </message>
  <message>
   <source>Voices, indexes, models ({patterns})</source>
   <translation>声音、索引、模型 ({patterns})</translation>
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
   <source>Waiting its turn</source>
   <translation>排队中</translation>
  </message>
  <message>
   <source>Waiting to begin</source>
   <translation>等待开始</translation>
  </message>
  <message>
   <source>Waiting {n}</source>
   <translation>等你处理 {n}</translation>
  </message>
  <message>
   <source>Waits for its turn</source>
   <translation>排队中</translation>
  </message>
  <message>
   <source>Waits for you</source>
   <translation>等你处理</translation>
  </message>
  <message>
   <source>Waits for your confirmation</source>
   <translation>等你确认</translation>
  </message>
  <message>
   <source>Waits for your confirmation.</source>
   <translation>等你确认。</translation>
  </message>
  <message>
   <source>Waits for your input</source>
   <translation>等你填写</translation>
  </message>
  <message>
   <source>Waits for {n} confirmations from you.</source>
   <translation>有 {n} 项等你确认。</translation>
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
   <source>Web search</source>
   <translation>上网搜索</translation>
  </message>
  <message>
   <source>Wed</source>
   <translation>周三</translation>
  </message>
  <message>
   <source>Went on</source>
   <translation>继续</translation>
  </message>
  <message>
   <source>What</source>
   <translation>内容</translation>
  </message>
  <message>
   <source>What answers at {host} is not a model server. It may be the log-in page of a network.</source>
   <translation>{host} 上回应的不是模型服务器，可能是网络的登录页。</translation>
  </message>
  <message>
   <source>What arrived is kept.</source>
   <translation>已收到的文字都在。</translation>
  </message>
  <message>
   <source>What can you do for me?</source>
   <translation>你能帮我做什么？</translation>
  </message>
  <message>
   <source>What else could be added</source>
   <translation>还可以添加</translation>
  </message>
  <message>
   <source>What had arrived is kept in the chat.</source>
   <translation>已收到的文字都在对话里。</translation>
  </message>
  <message>
   <source>What had been done by then stays done: {steps}.</source>
   <translation>在那之前做完的都保留：{steps}。</translation>
  </message>
  <message>
   <source>What is finished is kept. Work that is stopped leaves no half-written file and can be started again.</source>
   <translation>已完成的都会保留。停止的工作不会留下半个文件，可以重新开始。</translation>
  </message>
  <message>
   <source>What is it like?</source>
   <translation>是什么性格？</translation>
  </message>
  <message>
   <source>What is missing for the conversion?</source>
   <translation>转换还缺什么？</translation>
  </message>
  <message>
   <source>What its author allows.</source>
   <translation>作者允许怎么用。</translation>
  </message>
  <message>
   <source>What the character knows about it</source>
   <translation>角色对它的了解</translation>
  </message>
  <message>
   <source>What the character says first</source>
   <translation>角色最先说的话</translation>
  </message>
  <message>
   <source>What the model gets</source>
   <translation>模型会收到什么</translation>
  </message>
  <message>
   <source>What the workers do stands here: with which arguments, and by whose permission.</source>
   <translation>助手做过的事都在这里：用了什么参数，谁允许的。</translation>
  </message>
  <message>
   <source>What to remember</source>
   <translation>要记住什么</translation>
  </message>
  <message>
   <source>What was filled in does not fit.</source>
   <translation>填写的内容不合适。</translation>
  </message>
  <message>
   <source>What was set aside is kept in the folder “damaged”.</source>
   <translation>移开的内容保留在“damaged”文件夹里。</translation>
  </message>
  <message>
   <source>What you wrote is still in the text field.</source>
   <translation>你写的内容还在输入框里。</translation>
  </message>
  <message>
   <source>What your characters do and what takes a while stands here.</source>
   <translation>角色做的事和时间较长的工作都在这里。</translation>
  </message>
  <message>
   <source>When I close the window during work</source>
   <translation>工作时关闭窗口</translation>
  </message>
  <message>
   <source>When a character wants to change something, it asks here first.</source>
   <translation>角色要改动什么，会先在这里问你。</translation>
  </message>
  <message>
   <source>Where and when?</source>
   <translation>何时何地？</translation>
  </message>
  <message>
   <source>Where it stands in the prompt</source>
   <translation>在提示词里的位置</translation>
  </message>
  <message>
   <source>Where you hear originals and results.</source>
   <translation>试听原声和结果时用的设备。</translation>
  </message>
  <message>
   <source>Whether it took effect is not known.</source>
   <translation>不清楚是否已经生效。</translation>
  </message>
  <message>
   <source>Which memories</source>
   <translation>哪些记忆</translation>
  </message>
  <message>
   <source>Which voice presets are there?</source>
   <translation>有哪些变声预设？</translation>
  </message>
  <message>
   <source>Whisper</source>
   <translation>耳语</translation>
  </message>
  <message>
   <source>Who is this? What does the character like, how does it talk?</source>
   <translation>是谁？喜欢什么，怎么说话？</translation>
  </message>
  <message>
   <source>Who is this? {{char}} stands for its name, {{user}} for you</source>
   <translation>这是谁？{{char}} 代表它的名字，{{user}} 代表你</translation>
  </message>
  <message>
   <source>Who made it.</source>
   <translation>谁做的。</translation>
  </message>
  <message>
   <source>Whose memories</source>
   <translation>谁的记忆</translation>
  </message>
  <message>
   <source>Why not? The character reads this.</source>
   <translation>为什么不？角色会读到。</translation>
  </message>
  <message>
   <source>Window</source>
   <translation>窗口</translation>
  </message>
  <message>
   <source>With text from outside</source>
   <translation>含外部文字</translation>
  </message>
  <message>
   <source>Without a word nothing brings it to mind.</source>
   <translation>没有触发词就永远想不起来。</translation>
  </message>
  <message>
   <source>Without running work the window just closes.</source>
   <translation>没有工作在进行时，窗口直接关闭。</translation>
  </message>
  <message>
   <source>Words that bring it to mind</source>
   <translation>触发词</translation>
  </message>
  <message>
   <source>Work goes on. What does not fit is refused before it starts.</source>
   <translation>工作照常进行。放不下的会在开始前拒绝。</translation>
  </message>
  <message>
   <source>Work that takes a while shows here, with Cancel.</source>
   <translation>时间较长的工作显示在这里，可以取消。</translation>
  </message>
  <message>
   <source>Worker</source>
   <translation>助手</translation>
  </message>
  <message>
   <source>Worker manifest not found</source>
   <translation>没有找到助手清单</translation>
  </message>
  <message>
   <source>Working</source>
   <translation>运行中</translation>
  </message>
  <message>
   <source>Working on the documents…</source>
   <translation>正在处理文档…</translation>
  </message>
  <message>
   <source>Working on the profile…</source>
   <translation>正在处理设定…</translation>
  </message>
  <message>
   <source>Working on the voice conversion…</source>
   <translation>正在处理变声…</translation>
  </message>
  <message>
   <source>Working on the voice…</source>
   <translation>正在处理语音…</translation>
  </message>
  <message>
   <source>Writing</source>
   <translation>写入中</translation>
  </message>
  <message>
   <source>Writing down a recording</source>
   <translation>录音转文字</translation>
  </message>
  <message>
   <source>Writing into “{folder}” failed. Choose another folder.</source>
   <translation>没能写入“{folder}”。换一个文件夹。</translation>
  </message>
  <message>
   <source>Written into the tags of files made with it.</source>
   <translation>写进用它做出的文件的标签。</translation>
  </message>
  <message>
   <source>You</source>
   <translation>你</translation>
  </message>
  <message>
   <source>You approved once</source>
   <translation>你允许了这一次</translation>
  </message>
  <message>
   <source>You approved this once.</source>
   <translation>你允许了这一次。</translation>
  </message>
  <message>
   <source>You can find it in its folder.</source>
   <translation>可以在它的文件夹里找到。</translation>
  </message>
  <message>
   <source>You denied</source>
   <translation>你拒绝了</translation>
  </message>
  <message>
   <source>You denied this.</source>
   <translation>你拒绝了。</translation>
  </message>
  <message>
   <source>You said no to this step, and nothing was done.</source>
   <translation>你拒绝了这一步，什么都没有做。</translation>
  </message>
  <message>
   <source>You said no to this, and nothing was done.</source>
   <translation>你拒绝了，什么都没有做。</translation>
  </message>
  <message>
   <source>Your backups and your own files are untouched.</source>
   <translation>备份和你自己的文件都没有动过。</translation>
  </message>
  <message>
   <source>Your conversations are safe, and everything else works.</source>
   <translation>你的对话都完好，其他功能照常。</translation>
  </message>
  <message>
   <source>Your conversations are safe.</source>
   <translation>你的对话都完好。</translation>
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
   <source>Your message</source>
   <translation>你的消息</translation>
  </message>
  <message>
   <source>Your message arrived</source>
   <translation>收到你的消息</translation>
  </message>
  <message>
   <source>Your message is kept.</source>
   <translation>你的消息还在。</translation>
  </message>
  <message>
   <source>Your message is kept. Neither it nor the key was sent.</source>
   <translation>你的消息还在，消息和密钥都没有发出。</translation>
  </message>
  <message>
   <source>Your message is kept. The key went nowhere else.</source>
   <translation>你的消息还在，密钥没有发到别处。</translation>
  </message>
  <message>
   <source>Your message is kept. What was finished before stays as it is.</source>
   <translation>你的消息还在，之前做完的都保留。</translation>
  </message>
  <message>
   <source>Your original files are not changed</source>
   <translation>不会改动原文件</translation>
  </message>
  <message>
   <source>Your own file is where it was.</source>
   <translation>你自己的文件还在原处。</translation>
  </message>
  <message>
   <source>Your text was not sent.</source>
   <translation>你写的内容没有发送。</translation>
  </message>
  <message>
   <source>Zip files (*.zip)</source>
   <translation>Zip 文件 (*.zip)</translation>
  </message>
  <message>
   <source>a conversation without a title</source>
   <translation>没有标题的对话</translation>
  </message>
  <message>
   <source>a dry voice</source>
   <translation>干声</translation>
  </message>
  <message>
   <source>about {h} h left</source>
   <translation>约剩 {h} 小时</translation>
  </message>
  <message>
   <source>about {h} h {m} min</source>
   <translation>约 {h} 小时 {m} 分</translation>
  </message>
  <message>
   <source>about {h} h {m} min left</source>
   <translation>约剩 {h} 小时 {m} 分</translation>
  </message>
  <message>
   <source>about {m} min</source>
   <translation>约 {m} 分钟</translation>
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
   <source>about {n} minute</source>
   <translation>约 {n} 分钟</translation>
  </message>
  <message>
   <source>about {n} minutes</source>
   <translation>约 {n} 分钟</translation>
  </message>
  <message>
   <source>about {n} token</source>
   <translation>约 {n} token</translation>
  </message>
  <message>
   <source>about {n} tokens</source>
   <translation>约 {n} token</translation>
  </message>
  <message>
   <source>about {s} s</source>
   <translation>约 {s} 秒</translation>
  </message>
  <message>
   <source>about {s} s left</source>
   <translation>约剩 {s} 秒</translation>
  </message>
  <message>
   <source>adding…</source>
   <translation>正在添加…</translation>
  </message>
  <message>
   <source>after the description</source>
   <translation>在描述之后</translation>
  </message>
  <message>
   <source>also in {places}</source>
   <translation>同样内容也在{places}</translation>
  </message>
  <message>
   <source>always told</source>
   <translation>总是告诉</translation>
  </message>
  <message>
   <source>approved once</source>
   <translation>已允许一次</translation>
  </message>
  <message>
   <source>as suggested</source>
   <translation>和建议一致</translation>
  </message>
  <message>
   <source>average of {column}</source>
   <translation>{column} 平均</translation>
  </message>
  <message>
   <source>before the description</source>
   <translation>在描述之前</translation>
  </message>
  <message>
   <source>being answered</source>
   <translation>正在提交</translation>
  </message>
  <message>
   <source>being taken in…</source>
   <translation>正在添加…</translation>
  </message>
  <message>
   <source>beside the original</source>
   <translation>原文件旁边</translation>
  </message>
  <message>
   <source>by the centre</source>
   <translation>按中置声道</translation>
  </message>
  <message>
   <source>came with a file</source>
   <translation>随文件带来</translation>
  </message>
  <message>
   <source>came with a file, from “{title}”</source>
   <translation>随文件带来，出自“{title}”</translation>
  </message>
  <message>
   <source>changed {day}</source>
   <translation>{day}修改</translation>
  </message>
  <message>
   <source>character {value}</source>
   <translation>音色 {value}</translation>
  </message>
  <message>
   <source>converting {percent}%</source>
   <translation>正在转换 {percent}%</translation>
  </message>
  <message>
   <source>could not be read</source>
   <translation>没能读取</translation>
  </message>
  <message>
   <source>denied</source>
   <translation>已拒绝</translation>
  </message>
  <message>
   <source>did not work</source>
   <translation>没有成功</translation>
  </message>
  <message>
   <source>done</source>
   <translation>已完成</translation>
  </message>
  <message>
   <source>drums left out</source>
   <translation>去掉鼓声</translation>
  </message>
  <message>
   <source>expired</source>
   <translation>已过期</translation>
  </message>
  <message>
   <source>expires in less than a minute</source>
   <translation>不到 1 分钟后过期</translation>
  </message>
  <message>
   <source>expires in {d} days</source>
   <translation>{d} 天后过期</translation>
  </message>
  <message>
   <source>expires in {h} h</source>
   <translation>{h} 小时后过期</translation>
  </message>
  <message>
   <source>expires in {m} min</source>
   <translation>{m} 分钟后过期</translation>
  </message>
  <message>
   <source>failed</source>
   <translation>失败</translation>
  </message>
  <message>
   <source>files missing</source>
   <translation>文件缺失</translation>
  </message>
  <message>
   <source>filled cells of {column}</source>
   <translation>{column} 的非空格数</translation>
  </message>
  <message>
   <source>follows the melody</source>
   <translation>跟随旋律</translation>
  </message>
  <message>
   <source>for your list only</source>
   <translation>只用于列表</translation>
  </message>
  <message>
   <source>formant {value}</source>
   <translation>共振峰 {value}</translation>
  </message>
  <message>
   <source>from 0 to {n}</source>
   <translation>从 0 到 {n}</translation>
  </message>
  <message>
   <source>from a conversation that was deleted</source>
   <translation>来自已删除的对话</translation>
  </message>
  <message>
   <source>from letter {n}</source>
   <translation>从第 {n} 个字起</translation>
  </message>
  <message>
   <source>from the song</source>
   <translation>来自原曲</translation>
  </message>
  <message>
   <source>from “{title}”</source>
   <translation>来自“{title}”</translation>
  </message>
  <message>
   <source>h</source>
   <translation>小时</translation>
  </message>
  <message>
   <source>hidden</source>
   <translation>隐藏</translation>
  </message>
  <message>
   <source>highest {column}</source>
   <translation>{column} 最高</translation>
  </message>
  <message>
   <source>in semitones</source>
   <translation>单位：半音</translation>
  </message>
  <message>
   <source>in semitones, same tempo</source>
   <translation>单位：半音，速度不变</translation>
  </message>
  <message>
   <source>in use</source>
   <translation>使用中</translation>
  </message>
  <message>
   <source>index</source>
   <translation>索引</translation>
  </message>
  <message>
   <source>index {percent}%</source>
   <translation>索引 {percent}%</translation>
  </message>
  <message>
   <source>is being read</source>
   <translation>正在读取</translation>
  </message>
  <message>
   <source>its files are gone</source>
   <translation>文件不在了</translation>
  </message>
  <message>
   <source>less than a minute</source>
   <translation>不到 1 分钟</translation>
  </message>
  <message>
   <source>limiter</source>
   <translation>限幅</translation>
  </message>
  <message>
   <source>lossless</source>
   <translation>无损</translation>
  </message>
  <message>
   <source>loudness as it is</source>
   <translation>响度不变</translation>
  </message>
  <message>
   <source>lowest {column}</source>
   <translation>{column} 最低</translation>
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
   <source>ms</source>
   <translation>毫秒</translation>
  </message>
  <message>
   <source>music {key}</source>
   <translation>伴奏 {key}</translation>
  </message>
  <message>
   <source>no index</source>
   <translation>无索引</translation>
  </message>
  <message>
   <source>no limiter</source>
   <translation>不限幅</translation>
  </message>
  <message>
   <source>no longer open</source>
   <translation>已失效</translation>
  </message>
  <message>
   <source>no pitch</source>
   <translation>无音高</translation>
  </message>
  <message>
   <source>no words that bring it up</source>
   <translation>没有触发词</translation>
  </message>
  <message>
   <source>none; the voice works without it too</source>
   <translation>没有，不用索引也能变声</translation>
  </message>
  <message>
   <source>not available</source>
   <translation>不可用</translation>
  </message>
  <message>
   <source>not connected · offline answers</source>
   <translation>未连接 · 离线应答</translation>
  </message>
  <message>
   <source>not there any more</source>
   <translation>已经不在了</translation>
  </message>
  <message>
   <source>not yet</source>
   <translation>还没有</translation>
  </message>
  <message>
   <source>now</source>
   <translation>进行中</translation>
  </message>
  <message>
   <source>number of different {column}</source>
   <translation>不同 {column} 的个数</translation>
  </message>
  <message>
   <source>number of rows</source>
   <translation>行数</translation>
  </message>
  <message>
   <source>off</source>
   <translation>关闭</translation>
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
   <source>page {n}</source>
   <translation>第 {n} 页</translation>
  </message>
  <message>
   <source>pages {first}–{last}</source>
   <translation>第 {first}–{last} 页</translation>
  </message>
  <message>
   <source>paused</source>
   <translation>已暂停</translation>
  </message>
  <message>
   <source>pinned</source>
   <translation>已置顶</translation>
  </message>
  <message>
   <source>plus this much</source>
   <translation>在自动值上再加</translation>
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
   <source>reverb {percent}%</source>
   <translation>混响 {percent}%</translation>
  </message>
  <message>
   <source>running</source>
   <translation>进行中</translation>
  </message>
  <message>
   <source>rvc-next (GPL-3.0) is no part of this app: install it in an environment of its own.</source>
   <translation>rvc-next（GPL-3.0）不属于本应用：请把它安装在独立的环境里。</translation>
  </message>
  <message>
   <source>rvc-next did not finish. It said: {said}</source>
   <translation>rvc-next 没有完成。它说：{said}</translation>
  </message>
  <message>
   <source>rvc-next did not finish. The log says more.</source>
   <translation>rvc-next 没有完成。日志里有更多信息。</translation>
  </message>
  <message>
   <source>rvc-next does not go as far with one of the settings. Lower it, or choose the built-in engine.</source>
   <translation>rvc-next 有一项设置达不到这么大。请调低，或改用内置引擎。</translation>
  </message>
  <message>
   <source>rvc-next gave no usable sound, or one of another length. Try again, or choose the built-in engine.</source>
   <translation>rvc-next 给出的声音不可用或长度不对。请再试一次，或改用内置引擎。</translation>
  </message>
  <message>
   <source>rvc-next has no filter for the pitch, so that setting did nothing.</source>
   <translation>rvc-next 没有音高滤波，所以该设置没有起作用。</translation>
  </message>
  <message>
   <source>rvc-next is another program, which you install yourself; it uses its own models.</source>
   <translation>rvc-next 是另一个程序，由你自己安装；它使用自己的模型。</translation>
  </message>
  <message>
   <source>rvc-next lacks files of its own for this. Its command “rvc-next assets list” says which; or choose the built-in engine.</source>
   <translation>rvc-next 缺少它自己需要的文件。用它的命令“rvc-next assets list”可查看缺哪些；也可改用内置引擎。</translation>
  </message>
  <message>
   <source>rvc-next lacks files of its own for this: {assets}. Fetch them there with “rvc-next assets download {assets}”, or choose the built-in engine.</source>
   <translation>rvc-next 缺少它自己需要的文件：{assets}。请在它那边用“rvc-next assets download {assets}”获取，或改用内置引擎。</translation>
  </message>
  <message>
   <source>rvc-next takes “{setting}” up to {most} only. Lower it, or choose the built-in engine.</source>
   <translation>rvc-next 的“{setting}”最多只能到 {most}。请调低，或改用内置引擎。</translation>
  </message>
  <message>
   <source>rvc-next took too long and was ended. Try a shorter piece, or choose the built-in engine.</source>
   <translation>rvc-next 用时过长，已被结束。请试短一些的片段，或改用内置引擎。</translation>
  </message>
  <message>
   <source>rvc-next was found on this computer</source>
   <translation>在这台电脑上找到了 rvc-next</translation>
  </message>
  <message>
   <source>rvc-next was not found. Install it in an environment of its own, then name its program in Settings › Engines.</source>
   <translation>没有找到 rvc-next。请把它安装在独立的环境里，再到“设置 › 引擎”填写它的程序位置。</translation>
  </message>
  <message>
   <source>rvc-next wrote without end and was ended. Test it in the settings, or choose the built-in engine.</source>
   <translation>rvc-next 不停地输出，已被结束。请在设置中测试它，或改用内置引擎。</translation>
  </message>
  <message>
   <source>rvc-next {version} answers.</source>
   <translation>rvc-next {version} 有应答。</translation>
  </message>
  <message>
   <source>s</source>
   <translation>秒</translation>
  </message>
  <message>
   <source>shared with {n} other</source>
   <translation>与另外 {n} 个角色共用</translation>
  </message>
  <message>
   <source>shared with {n} others</source>
   <translation>与另外 {n} 个角色共用</translation>
  </message>
  <message>
   <source>smaller</source>
   <translation>更小</translation>
  </message>
  <message>
   <source>some minutes</source>
   <translation>几分钟</translation>
  </message>
  <message>
   <source>song without voice</source>
   <translation>去掉人声的歌曲</translation>
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
   <source>starting…</source>
   <translation>正在开始…</translation>
  </message>
  <message>
   <source>step {n} of {all}</source>
   <translation>第 {n} 步，共 {all} 步</translation>
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
   <source>studio, radio station</source>
   <translation>演播室，电台</translation>
  </message>
  <message>
   <source>the original stays as it is</source>
   <translation>不改动原文件</translation>
  </message>
  <message>
   <source>thinking…</source>
   <translation>正在思考…</translation>
  </message>
  <message>
   <source>this computer</source>
   <translation>这台电脑</translation>
  </message>
  <message>
   <source>tokens</source>
   <translation>token</translation>
  </message>
  <message>
   <source>torch is not installed. The built-in voice effects work without it.</source>
   <translation>没有安装 torch。内置变声效果不需要它。</translation>
  </message>
  <message>
   <source>total of {column}</source>
   <translation>{column} 合计</translation>
  </message>
  <message>
   <source>turned off</source>
   <translation>关闭</translation>
  </message>
  <message>
   <source>turned on</source>
   <translation>打开</translation>
  </message>
  <message>
   <source>typing…</source>
   <translation>正在输入…</translation>
  </message>
  <message>
   <source>under 1 min left</source>
   <translation>剩不到 1 分钟</translation>
  </message>
  <message>
   <source>waiting for the model…</source>
   <translation>正在等模型…</translation>
  </message>
  <message>
   <source>waits for its turn</source>
   <translation>排队中</translation>
  </message>
  <message>
   <source>working</source>
   <translation>运行中</translation>
  </message>
  <message>
   <source>written by hand</source>
   <translation>手动添加</translation>
  </message>
  <message>
   <source>you</source>
   <translation>你</translation>
  </message>
  <message>
   <source>{address}
The name “{readable}” is asked as “{host}”.</source>
   <translation>{address}
“{readable}”这个名字实际访问的是“{host}”。</translation>
  </message>
  <message>
   <source>{before}
{line}</source>
   <translation>{before}
{line}</translation>
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
   <source>{d} days left</source>
   <translation>剩 {d} 天</translation>
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
   <source>{feature} is not available in this version.</source>
   <translation>这个版本还不能用“{feature}”。</translation>
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
   <source>{first} · {second}</source>
   <translation>{first} · {second}</translation>
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
   <source>{found} of {all}</source>
   <translation>{all} 条中 {found} 条</translation>
  </message>
  <message>
   <source>{help} Here {time}.</source>
   <translation>{help}本机用时：{time}。</translation>
  </message>
  <message>
   <source>{help} Takes effect after the next start.</source>
   <translation>{help}下次启动后生效。</translation>
  </message>
  <message>
   <source>{host} answers. It has {n} model.</source>
   <translation>{host} 可用，有 {n} 个模型。</translation>
  </message>
  <message>
   <source>{host} answers. It has {n} models.</source>
   <translation>{host} 可用，有 {n} 个模型。</translation>
  </message>
  <message>
   <source>{host} cannot be reached. The server may be off, or the network is down.</source>
   <translation>连不上 {host}。服务器可能没开，或网络断了。</translation>
  </message>
  <message>
   <source>{host} could not answer just now.</source>
   <translation>{host} 刚才没能回答。</translation>
  </message>
  <message>
   <source>{host} could not answer. It says: “{words}”</source>
   <translation>{host} 没能回答，它说：“{words}”</translation>
  </message>
  <message>
   <source>{host} did not begin to answer within {n} s.</source>
   <translation>{host} 在 {n} 秒内没有开始回答。</translation>
  </message>
  <message>
   <source>{host} gets too many requests at the moment.</source>
   <translation>{host} 现在请求太多。</translation>
  </message>
  <message>
   <source>{host} has no key here yet.</source>
   <translation>{host} 还没有密钥。</translation>
  </message>
  <message>
   <source>{host} has no model “{model}”.</source>
   <translation>{host} 没有模型“{model}”。</translation>
  </message>
  <message>
   <source>{host} points to another address, which was not followed.</source>
   <translation>{host} 指向另一个地址，没有跟过去。</translation>
  </message>
  <message>
   <source>{host} refused the request.</source>
   <translation>{host} 拒绝了请求。</translation>
  </message>
  <message>
   <source>{host} refused the request. It says: “{words}”</source>
   <translation>{host} 拒绝了请求，它说：“{words}”</translation>
  </message>
  <message>
   <source>{host} refuses the key.</source>
   <translation>{host} 不接受这个密钥。</translation>
  </message>
  <message>
   <source>{host} says that the account has no credit left.</source>
   <translation>{host} 说账户余额用完了。</translation>
  </message>
  <message>
   <source>{host} wants a key, and none is stored for it.</source>
   <translation>{host} 需要密钥，还没有保存。</translation>
  </message>
  <message>
   <source>{host}: {title}</source>
   <translation>{host}：{title}</translation>
  </message>
  <message>
   <source>{h} h</source>
   <translation>{h} 小时</translation>
  </message>
  <message>
   <source>{h} h left</source>
   <translation>剩 {h} 小时</translation>
  </message>
  <message>
   <source>{h} h {m} min</source>
   <translation>{h} 小时 {m} 分</translation>
  </message>
  <message>
   <source>{h} h {m} min left</source>
   <translation>剩 {h} 小时 {m} 分</translation>
  </message>
  <message>
   <source>{key} semitones</source>
   <translation>{key} 个半音</translation>
  </message>
  <message>
   <source>{label}: {value}. {help}</source>
   <translation>{label}：{value}。{help}</translation>
  </message>
  <message>
   <source>{last} and {n} before it</source>
   <translation>{last}，此前还有 {n} 条</translation>
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
   <source>{memories}

{said}</source>
   <translation>{memories}

{said}</translation>
  </message>
  <message>
   <source>{m} min</source>
   <translation>{m} 分钟</translation>
  </message>
  <message>
   <source>{m} min left</source>
   <translation>剩 {m} 分钟</translation>
  </message>
  <message>
   <source>{m} min {s} s</source>
   <translation>{m} 分 {s} 秒</translation>
  </message>
  <message>
   <source>{m} min {s} s left</source>
   <translation>剩 {m} 分 {s} 秒</translation>
  </message>
  <message>
   <source>{name} (not installed)</source>
   <translation>{name}（未安装）</translation>
  </message>
  <message>
   <source>{name} ({length})</source>
   <translation>{name}（{length}）</translation>
  </message>
  <message>
   <source>{name} can look this document up too</source>
   <translation>{name}也能查这个文档</translation>
  </message>
  <message>
   <source>{name} is answering</source>
   <translation>{name}正在回复</translation>
  </message>
  <message>
   <source>{name} is to convert, but its program is not named. Name it in the settings, or choose the built-in engine.</source>
   <translation>要由 {name} 转换，但还没有填写它的程序。请在设置中填写，或改用内置引擎。</translation>
  </message>
  <message>
   <source>{name} proposes to remember this</source>
   <translation>{name}提议记住这件事</translation>
  </message>
  <message>
   <source>{name} proposes to remember {n} things</source>
   <translation>{name}提议记住 {n} 件事</translation>
  </message>
  <message>
   <source>{name} takes its own weights.</source>
   <translation>{name} 使用自己的权重。</translation>
  </message>
  <message>
   <source>{name} takes no seed.</source>
   <translation>{name} 不使用随机种子。</translation>
  </message>
  <message>
   <source>{name} {found} is too old. At least version {floor} is needed.</source>
   <translation>{name} {found} 太旧，至少需要 {floor} 版。</translation>
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
   <translation>正在读取 {n} 个</translation>
  </message>
  <message>
   <source>{n} cells were too long and were shortened.</source>
   <translation>有 {n} 个单元格太长，已截短。</translation>
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
   <source>{n} chapters are missing in the file.</source>
   <translation>文件里缺少 {n} 章。</translation>
  </message>
  <message>
   <source>{n} character</source>
   <translation>{n} 字</translation>
  </message>
  <message>
   <source>{n} character was added.</source>
   <translation>已添加 {n} 个角色。</translation>
  </message>
  <message>
   <source>{n} characters</source>
   <translation>{n} 字</translation>
  </message>
  <message>
   <source>{n} characters are damaged in the file.</source>
   <translation>文件里有 {n} 个字损坏。</translation>
  </message>
  <message>
   <source>{n} characters cannot be seen on the pages, as text recognition leaves them. They are searched too.</source>
   <translation>有 {n} 个字在页面上看不见，是文字识别留下的。它们也会被搜索。</translation>
  </message>
  <message>
   <source>{n} characters were added.</source>
   <translation>已添加 {n} 个角色。</translation>
  </message>
  <message>
   <source>{n} confirmation waits for you</source>
   <translation>{n} 项等你确认</translation>
  </message>
  <message>
   <source>{n} confirmations wait for you</source>
   <translation>{n} 项等你确认</translation>
  </message>
  <message>
   <source>{n} confirmations wait for you.</source>
   <translation>有 {n} 项等你确认。</translation>
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
   <source>{n} could not be read</source>
   <translation>{n} 个没能读取</translation>
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
   <source>{n} document</source>
   <translation>{n} 个文档</translation>
  </message>
  <message>
   <source>{n} document is not part of the file. Add it again.</source>
   <translation>有 {n} 个文档不在文件里。重新添加。</translation>
  </message>
  <message>
   <source>{n} document is still being read and was not searched.</source>
   <translation>有 {n} 个文档还在读取，没有搜索。</translation>
  </message>
  <message>
   <source>{n} document was not read to its end. Nothing half was kept.</source>
   <translation>{n} 个文档没有读完，没有留下半个文档。</translation>
  </message>
  <message>
   <source>{n} document:
{lines}</source>
   <translation>{n} 个文档：
{lines}</translation>
  </message>
  <message>
   <source>{n} documents</source>
   <translation>{n} 个文档</translation>
  </message>
  <message>
   <source>{n} documents are not part of the file. Add them again.</source>
   <translation>有 {n} 个文档不在文件里。重新添加。</translation>
  </message>
  <message>
   <source>{n} documents are still being read and were not searched.</source>
   <translation>有 {n} 个文档还在读取，没有搜索。</translation>
  </message>
  <message>
   <source>{n} documents were not read to their end. Nothing half was kept.</source>
   <translation>{n} 个文档没有读完，没有留下半个文档。</translation>
  </message>
  <message>
   <source>{n} documents:
{lines}</source>
   <translation>{n} 个文档：
{lines}</translation>
  </message>
  <message>
   <source>{n} earlier step</source>
   <translation>更早的 {n} 步</translation>
  </message>
  <message>
   <source>{n} earlier steps</source>
   <translation>更早的 {n} 步</translation>
  </message>
  <message>
   <source>{n} file</source>
   <translation>{n} 个文件</translation>
  </message>
  <message>
   <source>{n} file could not be added.</source>
   <translation>{n} 个文件没能添加。</translation>
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
   <source>{n} file:
{lines}</source>
   <translation>{n} 个文件：
{lines}</translation>
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
   <source>{n} files could not be added.</source>
   <translation>{n} 个文件没能添加。</translation>
  </message>
  <message>
   <source>{n} files:
{lines}</source>
   <translation>{n} 个文件：
{lines}</translation>
  </message>
  <message>
   <source>{n} hidden parts were left out.</source>
   <translation>有 {n} 处隐藏内容没有采用。</translation>
  </message>
  <message>
   <source>{n} hidden sheets were left out.</source>
   <translation>有 {n} 张隐藏的工作表没有采用。</translation>
  </message>
  <message>
   <source>{n} memories</source>
   <translation>{n} 条记忆</translation>
  </message>
  <message>
   <source>{n} memories came with it and count as text from outside.</source>
   <translation>随之带来了 {n} 条记忆，会当作外部的文字。</translation>
  </message>
  <message>
   <source>{n} memories count as your own now.</source>
   <translation>现在有 {n} 条记忆算作你自己的。</translation>
  </message>
  <message>
   <source>{n} memories:
{lines}</source>
   <translation>{n} 条记忆：
{lines}</translation>
  </message>
  <message>
   <source>{n} memory</source>
   <translation>{n} 条记忆</translation>
  </message>
  <message>
   <source>{n} memory came with it and counts as text from outside.</source>
   <translation>随之带来了 {n} 条记忆，会当作外部的文字。</translation>
  </message>
  <message>
   <source>{n} memory counts as your own now.</source>
   <translation>现在有 {n} 条记忆算作你自己的。</translation>
  </message>
  <message>
   <source>{n} memory:
{lines}</source>
   <translation>{n} 条记忆：
{lines}</translation>
  </message>
  <message>
   <source>{n} model</source>
   <translation>{n} 个模型</translation>
  </message>
  <message>
   <source>{n} models</source>
   <translation>{n} 个模型</translation>
  </message>
  <message>
   <source>{n} more</source>
   <translation>还有 {n} 项</translation>
  </message>
  <message>
   <source>{n} more are at work or in the queue</source>
   <translation>还有 {n} 个在进行或排队</translation>
  </message>
  <message>
   <source>{n} more change stands under Details</source>
   <translation>还有 {n} 处改动，见详情</translation>
  </message>
  <message>
   <source>{n} more changes stand under Details</source>
   <translation>还有 {n} 处改动，见详情</translation>
  </message>
  <message>
   <source>{n} more files could not be used.</source>
   <translation>还有 {n} 个文件不能用。</translation>
  </message>
  <message>
   <source>{n} more is at work or in the queue</source>
   <translation>还有 {n} 个在进行或排队</translation>
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
   <source>{n} more value</source>
   <translation>还有 {n} 项</translation>
  </message>
  <message>
   <source>{n} more values</source>
   <translation>还有 {n} 项</translation>
  </message>
  <message>
   <source>{n} more wait for you</source>
   <translation>还有 {n} 项等你处理</translation>
  </message>
  <message>
   <source>{n} more waits for you</source>
   <translation>还有 {n} 项等你处理</translation>
  </message>
  <message>
   <source>{n} more was no character.</source>
   <translation>另有 {n} 个不是角色。</translation>
  </message>
  <message>
   <source>{n} more were no characters.</source>
   <translation>另有 {n} 个不是角色。</translation>
  </message>
  <message>
   <source>{n} of these files are not attached any more.</source>
   <translation>其中 {n} 个文件已经不在附件里了。</translation>
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
   <source>{n} other first message</source>
   <translation>其他开场白 {n} 个</translation>
  </message>
  <message>
   <source>{n} other first messages</source>
   <translation>其他开场白 {n} 个</translation>
  </message>
  <message>
   <source>{n} page</source>
   <translation>{n} 页</translation>
  </message>
  <message>
   <source>{n} pages</source>
   <translation>{n} 页</translation>
  </message>
  <message>
   <source>{n} pages are damaged and were left out.</source>
   <translation>有 {n} 页损坏，没有采用。</translation>
  </message>
  <message>
   <source>{n} pages have no text, only pictures.</source>
   <translation>有 {n} 页没有文字，只有图片。</translation>
  </message>
  <message>
   <source>{n} passage</source>
   <translation>{n} 段</translation>
  </message>
  <message>
   <source>{n} passage could be found by its words only: its vector is not made yet.</source>
   <translation>有 {n} 段只能按字词找到：还没有算出向量。</translation>
  </message>
  <message>
   <source>{n} passage of the documents:
{lines}</source>
   <translation>文档中的 {n} 段：
{lines}</translation>
  </message>
  <message>
   <source>{n} passages</source>
   <translation>{n} 段</translation>
  </message>
  <message>
   <source>{n} passages could be found by their words only: their vectors are not made yet.</source>
   <translation>有 {n} 段只能按字词找到：还没有算出向量。</translation>
  </message>
  <message>
   <source>{n} passages of the documents:
{lines}</source>
   <translation>文档中的 {n} 段：
{lines}</translation>
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
   <source>{n} result from the web:
{lines}</source>
   <translation>网上的 {n} 条结果：
{lines}</translation>
  </message>
  <message>
   <source>{n} results from the web:
{lines}</source>
   <translation>网上的 {n} 条结果：
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
   <source>{n} sheets have names of columns and no rows, so no tables were made of them.</source>
   <translation>{n} 个工作表只有列名没有数据行，因此没有生成表格。</translation>
  </message>
  <message>
   <source>{n} sheets were left out, since there are too many.</source>
   <translation>工作表太多，有 {n} 张没有采用。</translation>
  </message>
  <message>
   <source>{n} speaker</source>
   <translation>{n} 个说话人</translation>
  </message>
  <message>
   <source>{n} speakers</source>
   <translation>{n} 个说话人</translation>
  </message>
  <message>
   <source>{n} step</source>
   <translation>{n} 步</translation>
  </message>
  <message>
   <source>{n} steps</source>
   <translation>{n} 步</translation>
  </message>
  <message>
   <source>{n} table:
{lines}</source>
   <translation>{n} 个表格：
{lines}</translation>
  </message>
  <message>
   <source>{n} tables:
{lines}</source>
   <translation>{n} 个表格：
{lines}</translation>
  </message>
  <message>
   <source>{n} to go</source>
   <translation>还有 {n} 个</translation>
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
   <translation>{n} 个声音</translation>
  </message>
  <message>
   <source>{n} voice:
{lines}</source>
   <translation>{n} 个声音：
{lines}</translation>
  </message>
  <message>
   <source>{n} voices</source>
   <translation>{n} 个声音</translation>
  </message>
  <message>
   <source>{n} voices:
{lines}</source>
   <translation>{n} 个声音：
{lines}</translation>
  </message>
  <message>
   <source>{n} wait for you</source>
   <translation>{n} 项等你处理</translation>
  </message>
  <message>
   <source>{n} wait in the queue</source>
   <translation>{n} 个在排队</translation>
  </message>
  <message>
   <source>{n} waits for you</source>
   <translation>{n} 项等你处理</translation>
  </message>
  <message>
   <source>{n} waits in the queue</source>
   <translation>{n} 个在排队</translation>
  </message>
  <message>
   <source>{n} was added.</source>
   <translation>已添加 {n} 个。</translation>
  </message>
  <message>
   <source>{n} were added.</source>
   <translation>已添加 {n} 个。</translation>
  </message>
  <message>
   <source>{n} were brought up to date.</source>
   <translation>已更新 {n} 个。</translation>
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
   <source>{place} (also: {others})</source>
   <translation>{place}（另见：{others}）</translation>
  </message>
  <message>
   <source>{rate} kHz · {preset}</source>
   <translation>{rate} kHz · {preset}</translation>
  </message>
  <message>
   <source>{rows}, cut</source>
   <translation>{rows}（已截断）</translation>
  </message>
  <message>
   <source>{stage} {percent}%</source>
   <translation>{stage} {percent}%</translation>
  </message>
  <message>
   <source>{state}, {steps}</source>
   <translation>{state}，{steps}</translation>
  </message>
  <message>
   <source>{s} s</source>
   <translation>{s} 秒</translation>
  </message>
  <message>
   <source>{s} s left</source>
   <translation>剩 {s} 秒</translation>
  </message>
  <message>
   <source>{text} — after reading: {names}</source>
   <translation>{text} — 读过：{names}</translation>
  </message>
  <message>
   <source>{time} · unanswered</source>
   <translation>{time} · 未回答</translation>
  </message>
  <message>
   <source>{title}, {pages}</source>
   <translation>{title}，{pages}</translation>
  </message>
  <message>
   <source>{tokens}; this profile: {n}</source>
   <translation>{tokens}，其中设定 {n}</translation>
  </message>
  <message>
   <source>{value} {unit}</source>
   <translation>{value} {unit}</translation>
  </message>
  <message>
   <source>{version} at {path}</source>
   <translation>{version}，位于 {path}</translation>
  </message>
  <message>
   <source>{version} is not supported. Use Python 3.11, 3.12 or 3.13.</source>
   <translation>不支持 {version}。改用 Python 3.11、3.12 或 3.13。</translation>
  </message>
  <message>
   <source>{voices}, {models}</source>
   <translation>{voices}，{models}</translation>
  </message>
  <message>
   <source>{way} · {found}</source>
   <translation>{way} · {found}</translation>
  </message>
  <message>
   <source>{what} It acts after the next start.</source>
   <translation>{what}下次启动后生效。</translation>
  </message>
  <message>
   <source>{what} It takes {time}.</source>
   <translation>{what}用时：{time}。</translation>
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
   <source>{what} was added.</source>
   <translation>已添加{what}。</translation>
  </message>
  <message>
   <source>{what} {why}</source>
   <translation>{what}{why}</translation>
  </message>
  <message>
   <source>{what}, {time}</source>
   <translation>{what}，{time}</translation>
  </message>
  <message>
   <source>{why} Next try in {s} s.</source>
   <translation>{why}{s} 秒后再试。</translation>
  </message>
  <message>
   <source>{why} Trying again in {seconds} s.</source>
   <translation>{why}{seconds} 秒后再试。</translation>
  </message>
  <message>
   <source>{why} Trying again…</source>
   <translation>{why}正在重试…</translation>
  </message>
  <message>
   <source>{words} – CHARACOID Desktop</source>
   <translation>{words} – CHARACOID Desktop</translation>
  </message>
  <message>
   <source>“{device}” cannot be used for computing here. Choose the processor.</source>
   <translation>这里不能用“{device}”计算。改用处理器。</translation>
  </message>
  <message>
   <source>“{field}” cannot be this.</source>
   <translation>“{field}”不能填这个。</translation>
  </message>
  <message>
   <source>“{field}” is missing or too long.</source>
   <translation>“{field}”没有填，或者太长。</translation>
  </message>
  <message>
   <source>“{field}” is missing.</source>
   <translation>“{field}”没有填。</translation>
  </message>
  <message>
   <source>“{field}” is not known. There are {fields}.</source>
   <translation>没有“{field}”。可用的有 {fields}。</translation>
  </message>
  <message>
   <source>“{field}” is not there any more. Add the file again.</source>
   <translation>“{field}”已经不在了。重新添加文件。</translation>
  </message>
  <message>
   <source>“{field}” must be a number.</source>
   <translation>“{field}”要填数字。</translation>
  </message>
  <message>
   <source>“{field}” must be between {low} and {high}.</source>
   <translation>“{field}”要在 {low} 到 {high} 之间。</translation>
  </message>
  <message>
   <source>“{file}” was written.</source>
   <translation>已写好“{file}”。</translation>
  </message>
  <message>
   <source>“{file}”: {why}</source>
   <translation>“{file}”：{why}</translation>
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
   <source>“{host}” answers with an error ({status}). Try again later.</source>
   <translation>“{host}”回应了错误（{status}）。过一会儿再试。</translation>
  </message>
  <message>
   <source>“{host}” could not be reached. Check the connection and try again.</source>
   <translation>连不上“{host}”。检查网络连接，再试一次。</translation>
  </message>
  <message>
   <source>“{host}” does not show this page without a login.</source>
   <translation>这个网页要登录“{host}”才能看。</translation>
  </message>
  <message>
   <source>“{host}” has no such page. Check the address.</source>
   <translation>“{host}”没有这个网页。检查网址。</translation>
  </message>
  <message>
   <source>“{host}” has no true address here: a proxy program answers for it (“fake-ip”). Change its DNS mode to real addresses and try again.</source>
   <translation>“{host}”在这里没有真实地址：代理程序代它应答（“fake-ip”）。把代理程序的 DNS 模式改为真实地址，再试一次。</translation>
  </message>
  <message>
   <source>“{host}” is a name of this computer or its network. Only public pages are fetched.</source>
   <translation>“{host}”是这台电脑或它所在网络的名称。只读取公开的网页。</translation>
  </message>
  <message>
   <source>“{host}” is a number in an unusual spelling. Only public pages are fetched, by their names.</source>
   <translation>“{host}”是写法特殊的数字地址。只按名称读取公开的网页。</translation>
  </message>
  <message>
   <source>“{host}” is no SearXNG server, or its address is not complete.</source>
   <translation>“{host}”不是 SearXNG 服务器，或地址不完整。</translation>
  </message>
  <message>
   <source>“{host}” leads to this computer or into a private network. Only public pages are fetched.</source>
   <translation>“{host}”指向这台电脑或内部网络。只读取公开的网页。</translation>
  </message>
  <message>
   <source>“{host}” sent an empty page.</source>
   <translation>“{host}”发来的是空网页。</translation>
  </message>
  <message>
   <source>“{host}” takes no more requests now. Try again later.</source>
   <translation>“{host}”现在不再接受请求。过一会儿再试。</translation>
  </message>
  <message>
   <source>“{host}” took longer than {seconds} seconds. Try again later.</source>
   <translation>“{host}”超过 {seconds} 秒没有完成。过一会儿再试。</translation>
  </message>
  <message>
   <source>“{key}”</source>
   <translation>“{key}”</translation>
  </message>
  <message>
   <source>“{key}” must be the id of something in the app, never a path.</source>
   <translation>“{key}”只能是程序里的编号，不能是路径。</translation>
  </message>
  <message>
   <source>“{label}” can only be changed on the Settings page.</source>
   <translation>“{label}”只能在设置页里改。</translation>
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
   <source>“{label}” is {value} now.</source>
   <translation>“{label}”现在是{value}。</translation>
  </message>
  <message>
   <source>“{label}” may be changed to {value}.</source>
   <translation>“{label}”可以改成{value}。</translation>
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
   <source>“{model}” answers after {s} s with {n} numbers a text.</source>
   <translation>“{model}”用了 {s} 秒，每段文字 {n} 个数。</translation>
  </message>
  <message>
   <source>“{model}” answers.</source>
   <translation>“{model}”可用。</translation>
  </message>
  <message>
   <source>“{model}” answers. The first word came after {s} s.</source>
   <translation>“{model}”可用，{s} 秒收到第一个字。</translation>
  </message>
  <message>
   <source>“{model}” is set, not used yet.</source>
   <translation>已设置“{model}”，还没有用过。</translation>
  </message>
  <message>
   <source>“{name}”</source>
   <translation>“{name}”</translation>
  </message>
  <message>
   <source>“{name}” cannot be read.</source>
   <translation>“{name}”无法读取。</translation>
  </message>
  <message>
   <source>“{name}” does not hold days.</source>
   <translation>“{name}”里不是日期。</translation>
  </message>
  <message>
   <source>“{name}” does not hold numbers only.</source>
   <translation>“{name}”里不全是数字。</translation>
  </message>
  <message>
   <source>“{name}” has no finished result.</source>
   <translation>“{name}”还没有完成的结果。</translation>
  </message>
  <message>
   <source>“{name}” holds text that is not numbers of one kind throughout, so it cannot be added up or compared. The columns of numbers are: {columns}</source>
   <translation>“{name}”是文字，并非全是同一种数字，因此无法求和或比较。数字列有：{columns}</translation>
  </message>
  <message>
   <source>“{name}” holds text that is not numbers of one kind throughout, so it cannot be added up or compared. The table has no column of numbers. It has the columns: {columns}</source>
   <translation>“{name}”是文字，并非全是同一种数字，因此无法求和或比较。这个表格没有数字列。列有：{columns}</translation>
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
   <source>“{name}” is being converted already.</source>
   <translation>“{name}”已经在转换。</translation>
  </message>
  <message>
   <source>“{name}” is being converted to the voice “{voice}”.</source>
   <translation>正在把“{name}”转换为“{voice}”。</translation>
  </message>
  <message>
   <source>“{name}” is being converted.</source>
   <translation>正在转换“{name}”。</translation>
  </message>
  <message>
   <source>“{name}” is being mixed.</source>
   <translation>正在给“{name}”混音。</translation>
  </message>
  <message>
   <source>“{name}” is converted.</source>
   <translation>“{name}”转换好了。</translation>
  </message>
  <message>
   <source>“{name}” is damaged and cannot be unpacked.</source>
   <translation>“{name}”损坏了，无法解压。</translation>
  </message>
  <message>
   <source>“{name}” is in the library already.</source>
   <translation>“{name}”已经在声音库里。</translation>
  </message>
  <message>
   <source>“{name}” is in the session.</source>
   <translation>“{name}”已加入会话。</translation>
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
   <source>“{name}” is not a voice.</source>
   <translation>“{name}”不是声音。</translation>
  </message>
  <message>
   <source>“{name}” is not an audio or text file, so it was not opened.</source>
   <translation>“{name}”不是音频或文本文件，没有打开。</translation>
  </message>
  <message>
   <source>“{name}” is not finished yet; its result comes into the chat by itself.</source>
   <translation>“{name}”还没完成，完成后结果会自动出现在对话里。</translation>
  </message>
  <message>
   <source>“{name}” is not in the answer, so it cannot be sorted by it.</source>
   <translation>结果里没有“{name}”，不能按它排序。</translation>
  </message>
  <message>
   <source>“{name}” may not be read. Check the permissions of the file.</source>
   <translation>“{name}”不允许读取。检查文件的权限。</translation>
  </message>
  <message>
   <source>“{name}” needs a column.</source>
   <translation>“{name}”要指定一列。</translation>
  </message>
  <message>
   <source>“{name}” needs something from you</source>
   <translation>“{name}”需要你补充内容</translation>
  </message>
  <message>
   <source>“{name}” of the skill is longer than {n} characters.</source>
   <translation>技能的“{name}”超过 {n} 个字。</translation>
  </message>
  <message>
   <source>“{name}” of the skill is missing.</source>
   <translation>技能缺少“{name}”。</translation>
  </message>
  <message>
   <source>“{name}” of the skill must be a list of at most {n} names.</source>
   <translation>技能的“{name}”要是列表，最多 {n} 个名字。</translation>
  </message>
  <message>
   <source>“{name}” of the skill must be a text.</source>
   <translation>技能的“{name}”必须是文字。</translation>
  </message>
  <message>
   <source>“{name}” of the skill must be true or false.</source>
   <translation>技能的“{name}”只能是 true 或 false。</translation>
  </message>
  <message>
   <source>“{name}” waits to be taken apart.</source>
   <translation>“{name}”等待分离。</translation>
  </message>
  <message>
   <source>“{name}” was added.</source>
   <translation>已添加“{name}”。</translation>
  </message>
  <message>
   <source>“{name}” was brought up to date.</source>
   <translation>“{name}”已更新。</translation>
  </message>
  <message>
   <source>“{name}” was deleted.</source>
   <translation>已删除“{name}”。</translation>
  </message>
  <message>
   <source>“{name}” was removed from the library.</source>
   <translation>已从声音库移除“{name}”。</translation>
  </message>
  <message>
   <source>“{name}”: The graphics card stopped working. The conversion can go on without it.</source>
   <translation>“{name}”：显卡停止工作了。不用显卡也能继续转换。</translation>
  </message>
  <message>
   <source>“{name}”: There was not enough memory to take voice and music apart with this model. The basic way needs much less.</source>
   <translation>“{name}”：内存不够，没法用这个模型分离人声和伴奏。基础方法需要的内存少得多。</translation>
  </message>
  <message>
   <source>“{name}”: There was not enough memory. Smaller pieces need less; closing other programs helps too.</source>
   <translation>“{name}”：内存不够。分成小段需要的内存更少，关闭其他程序也有用。</translation>
  </message>
  <message>
   <source>“{name}”: {length}, {rate} Hz, {channels} channels.</source>
   <translation>“{name}”：{length}，{rate} Hz，{channels} 声道。</translation>
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
  <message>
   <source>“{title}” is back in the list.</source>
   <translation>“{title}”已放回列表。</translation>
  </message>
  <message>
   <source>“{title}” is being read already.</source>
   <translation>“{title}”已经在读取。</translation>
  </message>
  <message>
   <source>“{title}” is being read. It can be searched as soon as it has been read.</source>
   <translation>正在读取“{title}”，读完就能搜索。</translation>
  </message>
  <message>
   <source>“{title}” is in the knowledge base.</source>
   <translation>“{title}”在知识库里。</translation>
  </message>
  <message>
   <source>“{title}” was a copy. Choose the file of its new version.</source>
   <translation>“{title}”是一份副本。选择新版本的文件。</translation>
  </message>
  <message>
   <source>“{title}” was fetched from {host}. It can be searched as soon as it has been read.</source>
   <translation>已从 {host} 取来“{title}”，读完就能搜索。</translation>
  </message>
  <message>
   <source>“{title}” was put away.</source>
   <translation>已归档“{title}”。</translation>
  </message>
  <message>
   <source>“{title}” was read already.</source>
   <translation>“{title}”已经读取过了。</translation>
  </message>
  <message>
   <source>“{title}” was removed from the knowledge base.</source>
   <translation>已从知识库移除“{title}”。</translation>
  </message>
  <message>
   <source>“{title}” was removed.</source>
   <translation>已移除“{title}”。</translation>
  </message>
  <message>
   <source>“{words}” may be more than one character. Say its id instead: {names}</source>
   <translation>“{words}”可能是不止一个角色。请改用 ID：{names}</translation>
  </message>
  <message>
   <source>… and {n} more</source>
   <translation>……还有 {n} 条</translation>
  </message>
  <message>
   <source>−14 for most video sites.</source>
   <translation>多数视频网站用 −14。</translation>
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
