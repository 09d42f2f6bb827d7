"""How much a text looks like a text: the common characters of Chinese, Japanese and Korean.

Used to tell encodings apart and to notice text layers that decode to the wrong characters. The lists hold some of the
most frequent characters of everyday texts; "level 1" is what the national standards themselves set apart as frequent
(GB 2312 rows 16-55, Big5 0xA440-0xC67E, JIS X 0208 rows 16-47, KS X 1001 rows 16-40), read from Python's codecs.
"""

from __future__ import annotations

from functools import cache

_SIMPLIFIED = (
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定"
    "天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见"
    "被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电"
    "数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南"
    "品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运笑飞风步改收根干造言联持组每济车亲极林服快办议往元英士证近失转夫令准布始怎呢存"
    "未远叫台单影具罗字爱击流备兵连调深商算质团集百需价花党华城石级整府离况亚请技际约示复病息究线似官火断精满支视消越器容照须九增研写称企八功吗包片史委乎查轻易"
    "早曾除农找装广显吧阿李标谈吃图念六引历首医局突专费号尽另周较注语仅考落青随选列武红响虽推势参希古众构房半节土投某案黑维革划敌致陈律足态护七兴派孩验责营星够"
    "章音跟志底站严巴例防族供效续施留讲型料终答紧黄绝奇察母京段依批群项故按河米围江织害斗双境客纪采举杀攻父苏密低朝友诉止细愿千值仍男钱破网热助倒育属坐帝限船脸"
    "职速刻乐否刚威毛状率甚独球般普怕弹校苦创假久错承印晚兰试股拿脑预谁益阳若哪微尼继送急血惊伤素药适波夜省初喜卫源食险待述陆习置居劳财环排福纳欢雷警获模充负云"
    "停木游龙树疑层冷洲冲射略范竟句室异激汉村哈策演简卡罪判担州静退既衣您宗积余痛检差富灵协角占配征修皮挥胜降阶审沉坚善妈刘读啊超免压银买皇养伊怀执副乱抗犯追帮"
    "宣佛岁航优怪香著田铁控税左右份穿艺背阵草脚概恶块顿敢守酒岛托央户烈洋哥索胡款靠评版宝座释景顾弟登货互付伯慢欧换闻危忙核暗姐介坏讨丽良序升监临亮露永呼味野架域"
    "沙掉括舰鱼杂误湾吉减编楚肯测败屋跑梦散温困剑渐封救贵枪缺楼县尚毫移娘朋画班智亦耳恩短掌恐遗固席松秘谢鲁遇康虑幸均销钟诗藏赶剧票损忽巨炮旧端探湖录叶春乡附吸予"
    "礼港雨呀板庭妇归睛饭额含顺输摇招婚脱补谓督毒油疗旅泽材灭逐莫笔亡鲜词圣择寻厂睡博勒烟授诺伦岸奥唐卖俄炸载洛健堂旁宫喝借君禁阴园谋宋避抓荣姑孙逃牙束跳顶玉镇雪"
    "午练迫爷篇肉嘴馆遍凡础洞卷坦牛宁纸诸训私庄祖丝翻暴森塔默握戏隐熟骨访弱蒙歌店鬼软典欲萨伙遭盘爸扩盖弄雄稳忘亿刺拥徒姆杨齐赛趣曲刀床迎冰虚玩析窗醒妻透购替塞努休"
    "虎扬途侵刑绿兄迅套贸毕唯谷轮库迹尤竞街促延震弃甲伟麻川申缓潜闪售灯针哲络抵朱埃抱鼓植纯夏忍页杰筑折郑贝尊吴秀混臣雅振染盛怒舞圆搞狂措姓残秋培迷诚宽宇猛摆梅毁伸"
    "摩盟末乃悲拍丁赵硬麦操耐阻订彩抽赞魔纷沿喊违妹浪汇币丰蓝殊献桌啦瓦莱援译夺汽烧距裁偏符勇触课敬哭懂墙袭召罚侠厅拜巧侧韩冒债曼融惯享戴童犹乘挂奖绍厚纵障讯涉彻刊"
    "丈爆乌役描洗玛患妙镜唱烦签仙彼弗症仿倾牌陷鸟轰咱菜闭奋庆撤泪茶疾缘播朗杜奶季丹狗尾仪偷奔珠虫驻孔宜艾桥淡翼恨繁寒伴叹旦愈潮粮缩罢聚径恰挑袋灰捕徐珍幕映裂泰隔启"
    "尖忠累炎暂估泛荒偿横拒瑞忆孤鼻闹羊呆厉衡胞零穷舍码赫婆魂灾洪腿胆津俗辩胸晓劲贫仁偶辑邦恢赖圈摸仰润堆碰艇稍迟辆废净凶署壁御奉旋冬矿抬蛋晨伏吹鸡倍糊秦盾杯租骑乏"
    "隆诊奴摄丧污渡旗甘耗蛋糕")
_TRADITIONAL = (
    "這個們來為國說時會對過發後裡經學現當沒動還進樣開從實軍無與長機業將兩間問並戰應頭體見產給門員東聲論處義幾條系氣題爾變總電數報結計務場資許統區隊決馬聽達強難權"
    "設記類據張該規萬覺術領確傳師觀讓識帶導爭運飛風幹聯組濟車親極辦議證轉遠單羅愛擊備連調質團價黨華級離況亞請際約複線斷滿視須寫稱嗎輕農裝廣顯標談圖歷醫專費號盡較語"
    "僅隨選紅響雖勢參眾構節維劃敵態護興孩驗責營夠嚴續講終緊絕項圍織鬥雙紀舉殺蘇訴細願錢網熱屬臉職樂剛狀獨彈創錯蘭試腦預誰陽繼驚傷藥適衛險習勞財環納歡獲負雲遊龍樹"
    "層沖範異漢簡罪擔靜積餘檢靈協佔徵揮勝階審堅媽劉讀壓銀買養懷執亂幫歲優鐵藝陣腳惡塊頓島戶評寶釋顧貨歐換聞壞討麗監臨艦魚雜誤灣減編敗夢溫劍漸貴槍樓縣畫謝遺祕慮銷鐘"
    "詩趕劇損鄉錄禮婦歸飯額順輸搖補療澤滅筆鮮詞聖擇尋廠煙諾倫賣載宮陰園謀榮孫鎮練爺館礎紙訓莊絲戲隱訪夥盤擴蓋穩憶擁賽購揚綠貿輪庫跡競棄偉緩潛閃燈針絡擱純築鄭貝吳"
    "傑圓殘寬擺毀讚紛違匯幣豐藍獻啦萊援譯奪燒觸課牆襲罰俠廳側韓債慣戴獎紹縱訊徹爆烏瑪鏡煩簽傾鳥轟閉奮慶淚緣駐橋嘆糧縮罷徑隔啟暫償橫鬧衡窮碼災膽辯曉勁貧鄰賴潤遲輛"
    "廢淨兇礦雞騎診攝喪污臺灣妳您嗎呢吧喔啊哪裡點電腦軟體網路資訊")
_JAPANESE = (
    "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父"
    "雨会同事自社発者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住無真有"
    "口少町料工建空急止送切転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶"
    "弟牛魚兄犬妹姉漢政議民連対部合市内相定回選米実関決全表戦経最現調化当約首法性要制治務成期取都和機平加受続進数記初指権支産点報済活原共得解交資予向際勝面告反判認参利"
    "組信在件側任引求所次昨論官増係感情投示変打直両式確果容必演歳争談能位置流格疑過局放常状球職与供役構割身費付由説難優夫収断石違消神番規術備宅害配警育席訪乗残想声助労"
    "例然限追商葉伝働形景落好退頭負渡失差末守若種美命福望非観察段横深申様財港識呼達良候程満敗値突光路科積他処太客否師登易速存飛殺号単座破除完降責捜危給苦迎園具辞因馬愛"
    "富彼未舞亡冷適婦寄込顔類余王返妻背熱宿薬険頼覚船途許抜便留罪努精散静婚喜浮絶幸押倒等老曲払庭徒勤遅居雑招困欠更刻賛抱犯恐息遠戻願絵越欲痛笑互束似列探逃遊迷夢君閉"
    "緒折草暮酒悲晴掛到寝暗盗吸陽御歯忘雪吹娘誤洗慣礼窓昔貧怒祖泳杯疲皆鳴腹煙眠怖耳頂箱晩寒髪忙才靴恥偶偉猫幾桜込畑働峠枠匂駅糸円芸図訳釈沢択仏広拡売読続検険剣験発廃"
    "対応団囲壱弐伝転価駆隠穏壊懐経軽径茎鶏権観歓勧撃撮歴歳処拠炉労営栄覚学挙誉厳桜県顕献献倹圏巻観濃猟滝竜帯滞単弾断鋳聴庁昼遅虫鎮逓鉄点塩縄縦黙黒")
_KOREAN = (
    "이다는을의에가고하지로기도를은사한리자시어아대인서나라정수일스그해제전있주부보장구소과공원조성상비여우연와안신유마동것들면때만게선미서치경당생식문용들산무세회적학실으국"
    "관내물도업등위모중저방계단개달차말발입군화반분진음양요네트러니까했었습데거였")

PUNCTUATION = frozenset("，。、；：？！“”‘’（）《》〈〉「」『』【】〔〕…—～·・￥％＋－＝＜＞｜／＼＆＃＠＊　々〆ー")


def _rows(codec: str, first: int, last: int, low: int = 0xA1, high: int = 0xFE) -> frozenset[str]:
    found: set[str] = set()
    for lead in range(first, last + 1):
        for trail in range(low, high + 1):
            try:
                found.update(bytes((lead, trail)).decode(codec))
            except UnicodeDecodeError:
                continue
    return frozenset(found)


@cache
def common() -> frozenset[str]:
    """The most frequent characters of the four languages, and the marks between them."""
    return frozenset(_SIMPLIFIED + _TRADITIONAL + _JAPANESE + _KOREAN) | PUNCTUATION


@cache
def frequent() -> frozenset[str]:
    """Characters that a standard puts into its first level."""
    big5 = _rows("big5", 0xA4, 0xC6, 0x40, 0xFE)
    return (_rows("gb2312", 0xB0, 0xD7) | big5 | _rows("euc_jp", 0xB0, 0xCF) | _rows("euc_kr", 0xB0, 0xC8))


def is_ideograph(char: str) -> bool:
    return "\u3400" <= char <= "\u4dbf" or "\u4e00" <= char <= "\u9fff" or "\uf900" <= char <= "\ufaff" or (
        "\U00020000" <= char <= "\U0003ffff")


def is_kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30ff"


def is_odd(char: str) -> bool:
    """What no text holds: control characters, private use, unassigned specials, the replacement character."""
    return (char < " " and char not in "\t\n\r\f\v") or "\x7f" <= char <= "\x9f" or "\ud800" <= char <= "\uf8ff" or (
        char >= "\U000f0000") or "\ufff0" <= char <= "\uffff"


def weight(char: str) -> float:
    """How likely a character beyond ASCII is in a text of one of the four languages, from -3 to 1."""
    if char in common():
        return 1.0
    if is_odd(char):
        return -3.0
    if is_kana(char):
        return 1.0
    if "\uff61" <= char <= "\uff9f":  # half-width kana: what other encodings look like when read as Shift-JIS
        return -1.2
    if is_ideograph(char):
        return 0.35 if char in frequent() else -0.4
    if "\uac00" <= char <= "\ud7a3":
        return 0.4 if char in frequent() else -0.4
    if "\uff01" <= char <= "\uff5e" or "\u3000" <= char <= "\u303f":
        return 0.6
    return -0.3


def garbage_share(text: str) -> float:
    """Return from 0 to 1 how much of a text is no language: odd characters, and ideographs that nobody uses.

    Real Chinese and Japanese texts have few characters beyond the first level; ideographs that a wrong table gave are
    spread over all of them.
    """
    if not text:
        return 0.0
    odd = sum(1 for char in text if is_odd(char))
    ideographs = [char for char in text if is_ideograph(char)]
    rare = sum(1 for char in ideographs if char not in frequent() and char not in common())
    signs = sum(1 for char in text if not char.isspace())
    if not signs:
        return 0.0
    misread = len(ideographs) if len(ideographs) >= 40 and rare > 0.35 * len(ideographs) else 0
    return min(1.0, (odd + misread) / signs)
