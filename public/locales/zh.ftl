# 本页面的简体中文文本。键、数值和标记与 en.ftl 相同。

## 语言本身

language-name = 简体中文
language-choice = 语言
language-failed = 未能取得这种语言的文本。页面保持原样。

## 数字、引号、数量

number-decimal = .
number-group = ,
number-group-from = 1000
number-percent = { $number }%
quote-open = “
quote-close = ”
count-tokens =
    { $n ->
       *[other] { $n } 个 token
    }
count-positions =
    { $n ->
       *[other] { $n } 个位置
    }
count-target-passes =
    { $n ->
       *[other] { $n } 次目标模型前向
    }
count-others =
    { $n ->
       *[other] 其余 { $n } 个
    }
size-kilobytes = { $n } KB
size-megabytes = { $n } MB
time-seconds = { $n } 秒
time-milliseconds = { $n } 毫秒

## 页眉、对话框、播放

site-title = Decoding Lab
site-title-of = { $page } – Decoding Lab
shell-skip = 跳到内容
shell-pages = 教材
shell-labs = 实验室
shell-settings = 设置
shell-settings-close = 关闭设置
shell-close = 关闭
shell-keys = 按键
shell-how-it-works = 原理
theme-is = 配色：{ $name }
theme-auto = 自动
theme-light = 浅色
theme-dark = 深色
keys-in-fields = 在提示和其他文本框中，按键用于输入文字。
keys-space = 空格
keys-space-does = 播放或暂停
keys-right-does = 前进一步
keys-left-does = 后退一步
keys-next = Shift →  或  Page Down
keys-next-does = 到本轮末尾，再到下一轮末尾
keys-previous = Shift ←  或  Page Up
keys-previous-does = 到上一轮末尾
keys-home = Home
keys-home-does = 回到提示
keys-end = End
keys-end-does = 到故事末尾
keys-help-does = 本列表
playback-label = 播放
playback-restart = 重新开始
playback-back = 后退一步
playback-play = 播放
playback-pause = 暂停
playback-step = 前进一步
playback-next-cycle = 下一轮
playback-next-token = 下一个 token
playback-next-proof = 下一个证明
playback-next-level = 下一层
playback-to-end = 运行到末尾
playback-place = 在故事中的位置
playback-speed = 速度
playback-speed-value = { $n }×
place-cycle = 第 { $cycle } 轮，共 { $cycles } 轮 · 第 { $step } 步，共 { $steps } 步
place-before-cycle = 第 1 轮之前，共 { $cycles } 轮

## 给读者的消息

notice-dismiss = 关闭
notice-dismiss-this = 关闭这条消息
notice-try-again = 重试
notice-restart = 重新启动模型
notice-what-stays = 页面上的内容会保留；模型需要重新启动。
notice-not-run = 无法运行：{ $why }
notice-worker-silent = 页面中运行模型的部分已停止响应。
notice-not-saved = 浏览器不允许本页面保存文件。
notice-picture-not-saved = 浏览器不允许本页面保存图片。
notice-not-read = 无法读取该文件。
notice-mismatch = 页面的计算与 worker 的不一致（{ $what }）；请报告此问题。
notice-bad-seed = 随机种子是 0 到 { $most } 的整数；保留原来的种子。
notice-trace-refused = 无法显示这条记录：{ $why }。
notice-trace-contradicts = 无法显示这条记录：其中的事实相互矛盾（{ $why }）。
notice-file-not-opened = 无法打开该文件：{ $why }。
notice-example-not-opened = 无法打开录制的示例：{ $why }。
notice-run-not-shown = 无法显示这次运行（{ $why }）。

## 链接中的错误

link-clamped = { $name } = { $given } 超出范围；改用 { $used }
link-no-number = { $name } = { $given } 不是数字；改用 { $used }
link-drafts-known = 已知的方法
link-no-choice = { $name } = { $given } 不是可选项；改用 { $used }
link-bad-numbers = { $name } = { $given } 无法使用：应为 { $wanted }，用 _ 连接；改用通常的值
link-numbers-v = 8 个 1 到 20 的数
link-numbers-alphas = 1 到 8 个 0 到 1 的数
link-numbers-tree = 每个猜测之后的猜测数，逐层给出，总共至多 15 个
link-bad-order = “{ $given }”不是各级的顺序；改用通常的顺序
link-bad-bias = bias = { $given } 无法使用：应为 token 的编号、_ 和 -{ $bias } 到 { $bias } 的偏置；最多 { $most } 个
link-bad-stop = 停止字符串“{ $given }”无法使用：每个最多 { $bytes } 字节；最多 { $most } 个
link-bad-distribution = “{ $given }”不是分布：应为 { $least } 到 { $most } 个用 _ 连接、和为 1 的数；改用通常的分布
link-unequal-distributions = p 和 q 必须同时给出，并针对相同的 token；改用通常的分布
link-no-mistake = 没有“{ $given }”这种错误；按正确的方式进行
link-no-scenario = 没有“{ $given }”这种情形；改用训练好的模型
link-prompt-cut = 提示超过 { $bytes } 字节，已被截断
link-constraint-too-long = 约束有 { $bytes } 字节，最多为 { $most }；已略去

## 录制中的错误

recording-no-proof = 这不是录制的证明：{ $why }
recording-no-measurement = 这不是录制的测量：{ $why }
recording-layout = 这份录制的格式为 { $found }；本页面读取格式 { $wanted }
recording-tokens = 这份录制提到了其词表中没有的 token
recording-cycles = 这份录制中的各轮自相矛盾
recording-settings = 这份录制中的设置超出范围
recording-distributions = 这份录制中的 p 和 q 不是同样 { $least } 到 { $most } 个 token 上的两个分布
recording-counts = 这份录制中的计数与其设置矛盾

## 多个实验室共用的设置

settings-stage = 舞台上的内容
settings-models = 训练好的模型
settings-case-correction = 情形 1：一次修正
settings-case-bonus = 情形 2：一个奖励
settings-case-hint = 一个教学情形。分布是为了让故事如此展开而手写的；解码器和它的硬币是真实的。设置是固定的。
settings-prompt-and-settings = 提示和设置
settings-constraint = 受约束
settings-constraint-hint = 在其他一切之前，对 p 和 q 使用同一掩码
settings-constraint-drop = 取消对文本的约束
settings-prompt = 到目前为止的故事
settings-opening = 选择一个开头
settings-opening-none = 选择一个开头……
settings-seed = 随机种子
settings-next-seed = 下一个种子
settings-seed-hint = 同一种子讲述同一个故事
settings-stop = 停止模型
settings-open-trace = 打开记录……
settings-open-search = 打开搜索……
settings-open-text = 打开文本……
settings-open-measurement = 打开测量……
settings-open-logits = 打开 logits……
settings-open-trials = 打开试验……
settings-trace-file = 记录文件
settings-off = 关

## 模型

engine-starting = 正在启动模型……
engine-loading = 正在加载模型：{ $loaded }
engine-loading-of = 正在加载模型：{ $loaded } / { $total }
engine-meanwhile = 将用{ $kernels }计算。在此期间，舞台上的内容保留。
engine-no-worker = 此浏览器不允许页面启动 worker。
engine-other-version = worker 与此页面的版本不同；请重新加载页面。
engine-stopped = 页面中运行模型的部分没有启动，或已停止工作。
engine-loaded = 加载用时 { $time }。两个模型都在您的浏览器中运行，用{ $kernels }计算。
engine-not-running = 模型没有运行。
engine-computed-with = 计算方式
engine-target = <target>目标模型</target> { $size } · { $precision }
engine-draft = <draft>草稿模型</draft> { $size } · { $precision }
engine-draft-itself = <draft>草稿模型</draft> 就是目标模型
models-target = 目标模型
models-draft = 草稿模型
models-option = { $name } · { $parameters } · { $size }
models-option-itself = 目标模型自己 · 无需再加载
models-option-opened = { $name } · 本设备上的 { $size }
models-usual-effect = 平常用的目标模型：一句话里不跑题，几句之后就会。
models-smaller-effect = 权重只有三分之一的目标模型：下载和计算都更快，但目光短浅。
models-opened-target-effect = 您打开的模型。
models-small-effect = 一个小模型，学会了猜目标模型会写什么。
models-poor-effect = 小得多，也猜得差：它的大多数 token 被拒绝，而文本仍然服从目标模型的分布。
models-target-effect = 两者用同样的权重，所以 p = q：每个 token 都被接受，也没有任何收益。
models-opened-effect = 您打开的模型。它认识目标模型的 token。
models-own = 您自己的模型
models-own-hint = Hugging Face 格式的 Llama 模型：config.json、model.safetensors 和 tokenizer.json（字节级 BPE），一起选中或选整个文件夹。它在这个浏览器中读取，不会发送到任何地方，并一直保留到您离开本页。
models-open-target = 打开目标模型……
models-open-target-folder = 打开目标模型的文件夹……
models-open-draft = 打开草稿模型……
models-open-draft-folder = 打开草稿模型的文件夹……
models-target-opened = { $name } 是目标模型（本设备上的 { $size }）。
models-own-draft = 它是自己的草稿模型，因为草稿模型必须认识同样的词元。您可以再打开一个更小的。
models-back = 回到 { $name }
models-not-used = 无法使用：{ $why } 继续使用之前的模型。
models-fault-nothing = 没有选择文件。
models-fault-missing = 所选文件中没有 { $file }。请一起选择 config.json、model.safetensors 和 tokenizer.json。
models-fault-parts = 权重分在多个文件里。请把模型的全部权重保存在一个 model.safetensors 中。
models-fault-several = 有不止一个文件可能是 { $file }。请每次只选一个模型的文件。
kernels-reference = 参考实现（f32）
kernels-scalar = 标量（f32）
kernels-simd = SIMD（f32）
kernels-relaxed = 宽松 SIMD（f32）
kernels-int8 = int8
kernels-gpu = WebGPU（f32）
kernels-gpu-int8 = WebGPU（int8）
kernels-reference-effect = 一个通用库的前向计算，适用于各种大小的模型。其他方式都以它为准进行测试。
kernels-scalar-effect = 一次一个乘积，相当于没有 SIMD。较慢，但文本到最后一位都相同。
kernels-simd-effect = 一条指令做四个乘积，下一条做四个求和。在每个浏览器中位位相同。
kernels-relaxed-effect = 一条指令做四个乘积和四个求和。最后几位可能因处理器而异。
kernels-int8-effect = 权重 7 位，输入 8 位：内存为四分之一，每条指令的乘积多出数倍。概率略有偏移，在每个浏览器中都一样。
kernels-gpu-effect = 目标模型在图形处理器上运行，草稿模型在 CPU 上运行。在那里，一次处理多个词元几乎不比处理一个更慢。最后几位因设备而异。
kernels-gpu-int8-effect = 目标模型在图形处理器上运行，7 位权重在读取时解开；草稿模型在 CPU 上以 int8 运行。
kernels-relaxed-name = 宽松 SIMD
kernels-simd-name = SIMD
kernels-scalar-name = 标量代码
kernels-pick-other = { $time }（{ $kernels }）
kernels-picked = 为此设备选定：{ $kernels }，一个词元的乘法用时 { $time }，相比之下 { $others }。
kernels-would-pick = 此设备会选择：{ $kernels }，一个词元的乘法用时 { $time }，相比之下 { $others }。
gpu-times = 在 { $device } 上测得：处理一个词元用时 { $gpu }，CPU 用时 { $cpu }；一次处理 { $several } 个词元用时 { $gpumore }（{ $gpugrowth } 倍），CPU 用时 { $cpumore }（{ $cpugrowth } 倍）。
gpu-faster = 两种情况都是图形处理器更快。
gpu-slower = 两种情况都是 CPU 更快。
gpu-faster-for-several = 处理一个词元 CPU 更快，一次处理多个词元图形处理器更快：在这里推测解码划算。
gpu-faster-for-one = 处理一个词元图形处理器更快，一次处理多个词元 CPU 更快。
device-estimated = 为 { $device } 估计，依据一次前向计算的调用次数和字节数：一个词元 { $gpu }，CPU 上 { $cpu }；{ $several } 个词元 { $gpumore }，CPU 上 { $cpumore }。
device-measured = 先前在 { $device } 上测得：一个词元 { $gpu }，CPU 上 { $cpu }；{ $several } 个词元 { $gpumore }，CPU 上 { $cpumore }。
device-pick = { $grounds }{ $verdict }
device-job-one = 本实验室每次只处理一个词元：CPU 上 { $here }，图形处理器上 { $there }。
device-job-cycle = 本实验室的一轮包括在 CPU 上的 { $gamma } 次草稿计算，和目标模型对 { $n } 个词元的一次计算：目标在 CPU 上共 { $here }，在图形处理器上共 { $there }。
device-job-together = 本实验室每次最多处理 { $n } 个词元：CPU 上 { $here }，图形处理器上 { $there }。
device-picked-cpu = 因此选用 CPU。
device-picked-cpu-by-margin = 图形处理器没有快 { $margin }，因此选用 CPU。
device-picked-gpu = 因此选用图形处理器。
device-would-pick-cpu = 若由页面自行决定，会选 CPU。
device-would-pick-gpu = 若由页面自行决定，会选图形处理器。
gpu-gone = { $why }改由 CPU 计算。
gpu-no-adapter = 此浏览器没有 WebGPU，或没有可用的图形处理器。
gpu-refused = 图形处理器拒绝了请求（{ $detail }）。
gpu-too-large = 模型需要图形处理器的一个缓冲区有 { $wanted }，而它最多 { $most }。
gpu-unsupported = 图形处理器不用于：{ $feature }。
gpu-mismatch = 图形处理器算出的数与 CPU 不同，因此不使用。
gpu-lost = 浏览器失去了图形处理器。

## 运行从何而来，又为何结束

source-recorded = 录制
source-recorded-more = ：先前用这两个模型录制
source-recorded-other-more = ：先前用其他设置录制；您的设置随后生效
source-recorded-one-more = ：先前用这个模型录制
source-recorded-counted-more = ：同一种子计数相同
source-file = 来自文件
source-file-int8-more = ，用 int8 计算
source-file-scalar-more = ，用标量 f32 计算
source-file-reference-more = ，由参考实现用 f32 计算
source-file-simd-more = ，用 SIMD f32 计算
source-file-relaxed-more = ，用宽松 SIMD f32 计算
source-file-gpu-more = ，目标模型在图形处理器上用 f32 计算
source-file-gpu-int8-more = ，目标模型在图形处理器上用 int8 计算
source-live = 实时
source-live-more = ：两个模型都在本页面中运行
source-live-int8-more = ：两个模型都在本页面中以 int8 运行
source-live-scalar-more = ：两个模型都在本页面中逐个数运行
source-live-reference-more = ：两个模型都在本页面中以参考实现运行
source-live-gpu-more = ：目标模型在本设备的图形处理器上运行，草稿模型在本页面中运行
source-live-gpu-int8-more = ：目标模型在本设备的图形处理器上运行，草稿模型在本页面中运行，两者都用 int8
source-live-target-more = ：目标模型在本页面中运行
source-live-written-more = ：由本页面中的模型写成
source-live-measured-more = ：在本页面中测得
source-live-counted-more = ：在本页面中计数
source-table = 表格
source-case = 预设情形
source-case-more = ：分布是手工设定的
stop-token = 故事结束：已输出文本结束 token。
stop-length = 您要求的 token 已全部写完。
stop-context = 模型的上下文已满：它们看不到更多 token。
stop-dead-end = 没有可选的 token 了。
stop-empty-prompt = 没有可续写的内容：请输入一个开头。
stop-cancelled = 已停止。

## 各设置的名称，以及在当前值下的作用

knob-gamma = 草稿长度 γ
knob-live_n = 每段文本的 token 数 n
knob-temperature = 温度 T
knob-top_k = Top-k
knob-top_p = Top-p
knob-min_p = Min-p
knob-repetition_penalty = 重复惩罚
knob-presence_penalty = 存在惩罚
knob-frequency_penalty = 频率惩罚
knob-max_new_tokens = 要写的 token 数
knob-num_beams = 束宽 B
knob-max_depth = 深度
knob-length_penalty = 长度惩罚 a
knob-num_beam_groups = 多样性分组
knob-diversity_penalty = 多样性惩罚
knob-seed = 随机种子
knob-alpha = 接受率 α
knob-draft_cost = 一次草稿前向的代价 c
knob-verify_slope = 每多一个位置的代价
knob-pass_millis = 一次目标前向
knob-confidence = 把握不低于此值时继续起草
effect-live_n =
    { $n ->
       *[other] 最多 { $n } 个 token，故事提前结束时更少
    }
effect-gamma =
    { $n ->
       *[other] 每轮 { $n } 个猜测，然后目标模型一次前向处理 { $positions } 个位置
    }
effect-temperature-zero = 总是取最可能的 token
effect-temperature-low = 比模型本身更尖锐
effect-temperature-one = 模型本身的概率
effect-temperature-high = 比模型本身更平坦
effect-top_k =
    { $n ->
        [0] 不限制 token 数量
        [1] 只保留最好的 token
       *[other] 保留最可能的 { $n } 个 token
    }
effect-top_p-all = 保留全部概率质量
effect-top_p-none = 只保留最好的 token
effect-top_p = 保留合计占 { $share } 质量的最少 token
effect-min_p-off = 没有 token 因概率太低而被去掉
effect-min_p = 保留概率至少为最好者 { $share } 的 token
effect-repetition-off = token 可以自由重复
effect-repetition = 降低已用过的 token 的概率
effect-penalty-off = 已生成的内容可以自由再现
effect-penalty-favours = 偏向已生成过的内容
effect-presence = 已生成的 token 的 logit 减去 { $value }，只减一次
effect-frequency = 已生成的 token 的 logit 每出现一次减去 { $value }
effect-max_new_tokens = 除非故事或上下文先结束
effect-num_beams =
    { $n ->
        [1] 束宽为一就是贪心：每次取最好的 token
       *[other] 每一层保留最好的 { $n } 段文本
    }
effect-max_depth =
    { $n ->
       *[other] 提示之后最多 { $n } 个 token
    }
effect-length_penalty-off = 文本只按得分排序
effect-length_penalty-longer = 按 s / 长度^{ $value } 排序：偏向较长的文本
effect-length_penalty-shorter = 按 s / 长度^({ $value }) 排序：偏向较短的文本
effect-num_beam_groups-one = 所有束是同一次搜索
effect-num_beam_groups = { $n } 个并行的搜索分用这些束
effect-diversity-off = 各组可以说同样的话
effect-diversity = 每重复一次前面组的 token，该组付出 { $value }；需要分组
effect-alpha = 每 100 个被检验的猜测保留 { $n } 个
effect-draft_cost-zero = 猜测没有代价
effect-draft_cost = T_draft / T_target：一次目标前向的 { $share }
effect-verify_slope-zero = v(m) = 1：由内存决定，位置是免费的
effect-verify_slope = v(m) = 1 + { $value } (m − 1)，平均而言
effect-pass_millis = 毫秒，用于赛跑
effect-confidence-off = 草稿总是写满长度
effect-confidence = 草稿在第一个概率低于 { $share } 的 token 处结束

## 各实验室：标题、一句话、课程

lab-speculative-title = 推测循环
lab-speculative-lede = <draft>草稿模型</draft>猜几个 token。<target>目标模型</target>一次前向就检验全部。
lab-speculative-lesson =
    语言模型读完全部文本，才选出一个 token。大模型做这件事很慢。推测采样让一个小模型（草稿模型）先猜几个 token，再由大模型（目标模型）在一次前向中检验全部。

    每个猜测 x 都与一枚硬币 u 比较。若 u ≤ min(1, p(x)/q(x))，则保留；其中 p 是目标模型的概率，q 是草稿模型的概率。草稿提出得比目标想要的更频繁的 token，被拒绝的次数恰好足够。

    第一次拒绝结束这一轮。它的位置由从残差 max(0, p − q)/Z 中抽出的 token 占据：那正是草稿没有覆盖的部分。若没有拒绝，目标模型的前向已经给下一个位置打了分，于是免费得到一个奖励 token。

    被接受的和被修正的 token 合在一起，恰好服从目标模型的分布。温度为 0 时，文本完全相同。在其他温度下，它是同一分布的另一次抽样：改变的只是目标模型前向的次数。

lab-exactness-title = 为何精确
lab-exactness-lede = 每个 token 两根条，一个看得见的证明：接受的与修正的叠起来正是 p。
lab-exactness-lesson =
    如果推测改变了模型所写的内容，它就毫无用处。它没有改变，理由一张图就能说明。每个 token 有两根条：q 是草稿提出的，p 是目标想要的。它们的公共部分是两者中较低的那个。

    token x 以概率 q(x) 被提出，以概率 min(1, p(x)/q(x)) 被保留。于是经由这条路，它以概率 min(p(x), q(x)) 出现，即公共部分。在 q 高于 p 之处，草稿提出得太多，多余的被拒绝。

    在 p 高于 q 之处，有所缺失。缺失的总量等于被拒绝的总量，因为 p 和 q 的和都是 1，公共部分也相同。所以拒绝之后，从缺失的部分，即残差中抽取一个 token。公共部分与缺失部分叠起来就是 p。对 q 没有作任何假设：差的草稿只会让解码变慢，绝不会出错。

    每个细节都重要。若修正改从 p 中抽取，若过于轻易地接受猜测，若比较文本而不是概率，得到的就是另一个分布，或者同一分布却要做更多的工作。把它弄坏，看看证明的哪一行不再成立。

    到此为止说的是一个 token。一轮会提出几个，在第一次拒绝处停下，再从那里重新开始。整段文本还保持它的分布吗？对只有几个 token 的模型，不必轻信：沿着穿过各轮的每一条路走，把通向同一文本的所有路加起来。无论草稿多长，其和都是目标模型单独给予该文本的概率。

    真实模型的文本太多，无法全部相加。这时只能抽两个样本，一个由目标模型单独产生，一个由推测产生，然后问它们是否可能来自同一分布。小的 p 值说明几乎不可能。大的 p 值并不说明两个分布相等：它只说没有发现差异，而旁边写着多大的差异才会被发现。检验就是为此而设的，用来抓住有错的程序；把规则弄坏，看它被抓住。确定性来自证明。

lab-latency-title = 为何快
lab-latency-lede = 一轮的代价、收获，以及谁赢：设想、在此实测、并赛跑。
lab-latency-lesson =
    语言模型每次前向写一个 token，而一次前向必须读取全部权重。对大模型来说，这远比算术耗时：由内存决定。处理五个位置的前向同样只读一遍权重，所以代价几乎与处理一个位置相同。推测正是靠这一点：它把廉价的猜测变成一次昂贵前向中的位置。

    一轮的代价是 γ 次草稿前向，加上目标模型一次处理 γ + 1 个位置的前向。以目标前向为单位，是 γc + v(γ + 1)。它带来 τ 个 token：一个是确定的，接受的猜测越多就越多。两者之比就是加速比。慢的草稿、差的草稿，或者位置并不免费的目标模型，都可能让它低于一。

    本页面的模型很小，权重放得进处理器的缓存。这时耗时的不是内存，五个位置的代价是一个的数倍。所以推测在这里可能会输，测量会如实说出。在运行大模型的机器上它会赢：让它们在模拟的时间里赛跑。

    草稿应当多长，取决于它有多大把握。它可以在第一个没有把握的 token 处停下。这改变的是尝试的多少，绝不改变文本的分布：没有把握的那个 token 同样会被检验。

lab-drafts-title = 各种起草方法
lab-drafts-lede = 一个小的<draft>草稿模型</draft>、计数、复制、<target>目标模型</target>自己的层：在同一段文本上，构造 q 的十种方法。
lab-drafts-lesson =
    推测采样需要一个猜测，以及抽出它时的概率 q(x)。它不问 q 从何而来。检验、残差和证明对每种方法都相同，所以每种方法写出的都是目标模型的文本。不同的只是猜测有多常被接受，以及它的代价。

    小模型是经典做法：每个猜测一次前向。计数根本不需要模型：看其他文本中最后这几个 token 之后是什么。复制更有把握：看这段文本中，同样的 token 先前出现时后面是什么。它的 q 全部在一个 token 上，所以 x 以概率 p(x) 被接受，残差就是去掉 x 的 p。

    目标模型可以自己猜。它的前几层加上一个小适配器，在其余各层计算之前就给出一个分布，而检验从它们停下的地方继续。最后状态上的几个预测头一次猜出往后第二、第三和第四个 token，彼此都不知道对方说什么。延续状态的模块则一个接一个地猜，并且知道。

    树为每个位置提供几个猜测。它们依次受检验，每个都对照前面的被拒绝之后目标模型仍想要的部分；所以分布仍是 p，而接受得更多。在一次前向中，每个猜测只看到文本和自己的分支。

    谁赢取决于文本。文本重复自己之处，复制赢；文本说惯常的话之处，计数赢；其余之处，训练过的方法赢。而常常猜对的猜测，如果代价与目标模型一样，也不划算。典型接受只问目标模型是否认为猜测足够可能。它接受得更多，但文本不再是目标模型的：打开它，看分布的检验失败。

lab-logits-title = 从 logits 到 token
lab-logits-lede = 一个分布，一级一级，直到硬币抽出的那个 token。
lab-logits-lesson =
    语言模型并不写字。它最后给词表中每个 token 一个数，即 logits，再由 softmax 变成概率：p(x) = exp(z(x)) / Σ exp(z)。写哪个 token，是之后由采样器决定的。

    采样器是一串级。温度除 logits：低于 1 时偏向本来就可能的，高于 1 时趋于平均。两个 token 的概率之比是 exp((zᵢ − zⱼ)/T)。Top-k、top-p 和 min-p 去掉一些 token。留下的除以它们的和，所以被保留的 token 变得更可能，尽管它们本身毫无变化。

    提供模型服务的程序还有更多同类的旋钮。惩罚和偏置在其他一切之前改变 logits：重复惩罚作用于见过的每个 token，存在惩罚和频率惩罚作用于生成过的，偏置则把您给的数加到您选的 token 上。停止字符串不改变任何概率。它让文本在它之前结束；在它完整之前，可能成为它的内容先被扣留。

    每一级都作用于前一级留下的东西。所以顺序很重要：先经过低温，top-p 保留的 token 就更少。设置相同的两个程序，可能从不同的分布中采样。

    最后，一枚硬币，即 0 到 1 之间的一个数，落在首尾相接的概率上的某处。多抽几次，计数就接近概率。亲手选一个 token，看看文本会走向何处。

lab-beams-title = 贪心与束搜索
lab-beams-lede = 现在次优的，以后可能更好：同时保留几段文本，留下最好的。
lab-beams-lesson =
    在每个位置，模型都给出成千上万个 token，每个选择都会改变后面的一切。贪心解码每次取最可能的 token。它从不回头：现在次优的 token 以后可能通向更好的文本，而贪心看不到。

    束搜索同时保留几段文本。在每一层，它用每个 token 延长其中每一段，给所有结果排序，保留最好的 B 段，即各束。没有保留的就永久剪掉。文本按得分排序，得分是其各 token 概率的对数之和，s = Σ log p。之所以把对数相加，是因为许多小概率的乘积很快就小于计算机能写出的任何数。B = 1 时，束搜索就是贪心。

    以结束 token 结尾的文本是完成的。它被冻结，保持得分，与仍在继续的竞争。得分只会下降，所以一旦没有活着的束能再超过完成的，搜索就结束。若不加别的，它偏向短文本，因为每多一个 token 都有代价。

    得分更高并不是更好的文本。语言模型最可能的文本往往平淡、短小，或者反复同一句话，因为说过一次的话很可能再说一次。所以故事靠随机抽取，而束搜索用在寻求一个正确答案的地方，例如翻译。

    另外两个目标起初是关闭的。长度惩罚按 s / 长度ᵃ 排序；多样性分组是并行的搜索，重复彼此的 token 就要付出代价。它们改变的是寻找什么，而不是更好的寻找方法。

lab-constraints-title = 约束解码
lab-constraints-lede = 语法划去它所禁止的。剩下的除以它们的和：掩码 softmax。
lab-constraints-lesson =
    有时文本必须有一定的形式：一个数字、一个日期、要由程序读取的 JSON。语法说明哪些文本是允许的。在每一步，它也说明接下来可以是哪些字节，从而说明词表中的哪些 token：自动机能够逐个接受其字节的那些。一个 token 常常跨越语法的几个符号，那么它们都必须合法。

    其余就是掩码。不合法的 token 的 logits 变为 −∞，softmax 照常工作：p(x) / Σ p(y)，对合法的 token y 求和。所以约束解码是模型自身的分布在“下一个 token 合法”这一条件下的分布。这个和是可行质量。在它几乎为 0 之处，语法在与模型对抗：出来的东西形式正确，而模型几乎永远不会这样说。

    掩码一次只看一个 token。它不问之后文本能否好好收尾，所以整段文本并不服从模型在“合法”条件下的分布。合法的文本也未必有意义：这些模型是用故事训练的，从未见过 JSON。

    如果没有合法的选择了，那就是死路。语法本身从不通向那里，但放在掩码之前的过滤器可能会。回退是尝试另一个 token，并改变之前内容的概率。修复是强制走最短的结尾。拒绝是诚实的，什么也不给。与推测一起使用时，检验之前对 p 和 q 施加同一掩码，自动机只随输出的 token 前进。

## 为何精确

proof-proof = 证明
proof-tried-out = 试验
proof-whole-texts = 整段文本
proof-place = 第 { $n } 行，共 { $all } 行
proof-distributions = 分布
proof-your-own = 自定
proof-preset-textbook = 三个 token
proof-preset-equal = 相等：p = q
proof-preset-disjoint = 不相交
proof-preset-peaked = 尖峰
proof-preset-over-proposes = q 提出过多
proof-preset-zeros = 含零
proof-from-models = 从模型取 p 和 q
proof-from-models-hint = 取自“{ lab-speculative-title }”舞台上那一轮的第一个猜测；前十一个以外的 token 合为一个
proof-others = 其余
proof-tokens = Token
proof-token-less = 减少一个 token
proof-token-more = 增加一个 token
proof-break-it = 弄坏它
proof-break-it-hint = 人们常犯的错误，以及由此得到的结果
proof-picture = 每个 token 的 p 和 q；都可以上下拖动
proof-key-accepted = 接受：min(p, q)
proof-key-rejected = 拒绝：q − p
proof-key-corrected = 修正：p − q
proof-slider = { $token } 的 { $letter }
proof-field = { $token } 的 { $letter }，以数字输入
proof-given-title = 两个分布
proof-given = 草稿从 q 中抽一个 token。文本必须像是从 p 中抽出的一样。
proof-given-values = p = { $p }，q = { $q }
proof-accept-title = 接受之路
proof-accept = 提出的 x 以概率 min(1, p/q) 通过。提出并且接受，合起来就是两根条中较低的那根，min(p, q)。全部相加为 { $mass }：一个猜测被保留的概率。
proof-accept-values = min({ $p }, { $q }) = { $value }
proof-reject-title = q 剩下的部分
proof-reject = 在 q 高于 p 之处，草稿提出得太多。多余的被拒绝：总共 { $mass }。
proof-reject-nothing = q 处处不高于 p，所以从不拒绝。残差是空的，永远用不上。
proof-reject-values = max(0, { $q } − { $p }) = { $value }
proof-correct-title = p 剩下的部分
proof-correct = 在 p 高于 q 之处，草稿提出得太少。总共缺少 { $mass }，恰好等于被拒绝的量：两个分布的和都是 1，并且共有重叠部分。所以被拒绝的猜测改由从缺少的部分，即残差中抽取的 token 代替。
proof-correct-nothing = p 没有剩余：接受之路已经覆盖全部。
proof-correct-values = max(0, { $p } − { $q }) = { $value }
proof-sum-title = 两条路合在一起
proof-sum = 接受之路给出的较低部分，与修正之路给出的其余部分，叠起来就是 p，对每个 token、每个 q 都如此。取决于 q 的只有速度。
proof-lines = 证明，逐行
proof-numbers-of = <label>{ $token }</label> 的数值
proof-falls = {" "}✗ 不成立
proof-each-sums = 各自的和为 1
proof-path-accept = 接受
proof-path-reject = 拒绝
proof-path-correct = 修正
proof-wanted = 应有
proof-no-error = 每个 token 的两条路之和都与 p 毫无偏差。
proof-error = 每个 token 的两条路之和与 p 的偏差都不超过 { $error }，那是舍入误差。
mistake-none = 没有错误：正确的方式
mistake-none-breaks = 证明的每一行都成立。
mistake-no-residual = 拒绝之后从 p 中抽取
mistake-no-residual-breaks = 修正是从 p 而不是从它的剩余部分抽取的。接受之路已经覆盖的部分被再次给出。
mistake-accept-always = 接受每个猜测
mistake-accept-always-breaks = P(x, 接受) 是 q(x)，而不是 min(p, q)，也没有什么可修正的了。文本服从草稿的分布。
mistake-compare-tokens = 与目标模型自己抽的比较
mistake-compare-tokens-breaks = 分布仍然成立：无论如何输出的都是目标模型自己抽的 token。但猜测只以概率 Σ p·q 被保留，它小于 Σ min(p, q)。这是精确的，只是白白地慢。
mistake-compare-best = 与目标模型最好的 token 比较
mistake-compare-best-breaks = 无论提出什么，出来的都是目标模型最好的 token。那是贪心解码，而不是从 p 中采样。
mistake-unfiltered-residual = 过滤 p 和 q，却不过滤残差
mistake-unfiltered-residual-breaks = 猜测用过滤后的 p 检验，修正却从未过滤的 p 的剩余部分抽取。过滤器去掉的 token 又回来了。（这里的过滤是指：只留概率较大的一半 token。）
mistake-argmax-draft = 提出草稿最好的 token，用 q 检验
mistake-argmax-draft-breaks = 猜测不是从 q 中抽取的，所以 P(x, 接受) 不是 q(x) 乘以接受概率：被检验的永远只有最好的 token。
mistake-shared-coin = 两个位置共用一枚硬币
mistake-shared-coin-breaks = 这里显示的是提出的两个 token 中的第二个。如果第一个通过了，就知道硬币较小，第二个便过于容易通过：它的接受概率不再是 min(1, p/q)。
proof-try-it = 试一试：一个 token 的带种子试验
proof-save-trials = 保存试验（JSON）
proof-law-same = 按闭式计算，输出的 token 恰好服从应有的分布。
proof-law-other = 按闭式计算，输出的 token 的分布与应有的分布相距 { $apart }（全变差）。
proof-trials =
    { $n ->
       *[other] { $n } 次试验
    }
proof-degrees =
    { $n ->
       *[other] { $n } 个自由度
    }
proof-tried = { $trials }之后：全变差 { $distance }；卡方 { $statistic }，{ $degrees }，p 值 { $p }。{ $judged }
proof-tried-other = 这么大的差异不是偶然：这是另一个分布。
proof-tried-few = 试验太少，分辨不出错误的分布和正确的分布。
proof-tried-chance = 这样的差异偶然就会出现：没有什么与 p 相悖。
proof-no-trials = 尚无试验。
proof-rows = 每个 token 是经由哪条路输出的，并与应有的分布对照
proof-token = token
proof-bars = 两条路，以条形表示
proof-accepted = 接受
proof-corrected = 修正
proof-share = 占比
proof-band = 95% 带
proof-outside = 带外
proof-outside-head = p 在带外
proof-rows-key = 条形：实际做法的精确分布，接受与修正。细线：计数，及其 95% 带（Wilson）；每二十个 token 中有一个会偶然落在带外。粗线：应有。

## 整段文本：相加与抽取

texts-exactly = 整段文本，精确地：把每条路都加起来
texts-exactly-lead = 一个 token 保持它的分布。整段文本也是吗？两个极小的模型，下一个 token 只取决于上一个。沿着每个提出的 token、接受与拒绝、修正与奖励走下去，把通向同一文本的所有路加起来。
texts-save = 保存文本（CSV）
texts-models = 模型
texts-pair-2 = 2 个 token：晴与雨，往往会持续
texts-pair-3 = 3 个 token：大致知道顺序的草稿
texts-pair-4 = 4 个 token：两边都有零
texts-mistake = 错误
texts-target-table = <target>目标模型</target> p(下一个 | 上一个)
texts-draft-table = <draft>草稿模型</draft> q(下一个 | 上一个)
texts-after = 之后
texts-texts = 文本数
texts-paths = 相加的路
texts-largest-difference = 最大差异
texts-tau-first = 每轮 token 数，第一轮
texts-tau = 每轮 token 数，长期
texts-tau-of = { $tau }，最多 { $most }
texts-law-same = { $n } 段文本中的每一段，在推测下的概率都与目标模型单独运行时相同。最大的差异 { $apart } 是把舍入过的数相加留下的。
texts-law-compare-tokens = 文本的分布仍然成立，与一个 token 的分布一样。受损的是每轮的长度：猜测必须等于目标模型自己抽的 token。
texts-law-one-coin = 只有一个猜测的一轮本来就只有一枚硬币，所以还没有出错。请提出两个或更多。
texts-law-half = 两个 token 的一半是一个：这个过滤器去掉的东西不可能回来。取更多的 token，才能看到这个错误。
texts-law-by-luck = 对这些表和这个长度，这个错误碰巧什么也没有改变。
texts-law-other = 这是另一个分布：某段文本的概率偏差了 { $apart }，两个分布之间的全变差为 { $distance }。舍入不会造成这样的结果。一个 token 的检验中的一个错误，改变了整段文本的分布。
texts-rows = 每段文本，及其在目标模型单独运行时和在推测下的概率
texts-text = 文本
texts-law-bars = 两个分布，以条形表示
texts-target-prob = p(文本)
texts-speculation = 推测
texts-speculation-short = 推测
texts-difference = 差异
texts-show-first = 只显示前 { $n } 段
texts-show-all = 显示全部 { $n } 段文本
texts-rows-key = 条形：推测的所有路合在一起。粗线：目标模型自己的 p(文本) = p(x₁) p(x₂|x₁) …… 最可能的文本排在最前；每段文本都从表中第一个 token 之后开始。
texts-real = 整段文本，用真实模型：两样本检验
texts-real-lead = 真实模型的文本太多，无法全部相加，所以我们计数。一个故事的开头被一次次续写，轮流由目标模型单独续写和由推测续写，每次都用新的硬币。然后我们问，两者是否可能是同一分布的样本。
texts-real-note = 这样的检验最多只能没有发现差异。没有差异这一点，由上面的证明和相加的各条路表明，对任意的 p 和 q 都如此，所以对这两个模型也是。
texts-adopt = 取用“{ lab-speculative-title }”的提示和设置
texts-rule = 推测的规则
texts-right-rule = 正确的规则
texts-rule-hint = 解码器本身使用一条错误的规则，以便看到检验不通过
texts-of-each-kind = 每种文本的数量
texts-draw = 抽取
texts-stop = 停止
texts-progress = 已抽取的文本
texts-drawing = 每种 { $n } / { $wanted } 段文本……
texts-no-models = 模型还没有到。
texts-none-drawn = 还没有抽取。
texts-stopped = 每种抽取 { $n } 段文本后停止，共要 { $wanted } 段。
texts-drawn-in = 每种 { $n } 段文本，在此抽取用时 { $time }。
texts-drawn = 每种 { $n } 段文本。
texts-tests = 每种统计的检验
texts-counted = 统计
texts-categories = 类别
texts-chi-square = 卡方
texts-degrees = 自由度
texts-p-value = p 值
texts-p-below = 小于 { $least }
texts-total-variation = 全变差
texts-by-chance = 偶然
texts-noticed-from = 可察觉自
texts-first = 第一个 token
texts-second = 第二个 token
texts-third = 第三个 token
texts-fourth = 第四个 token
texts-last = 最后一个 token
texts-whole = 整段文本
texts-in-first = 第一个 token 中
texts-in-second = 第二个 token 中
texts-in-third = 第三个 token 中
texts-in-fourth = 第四个 token 中
texts-in-last = 最后一个 token 中
texts-in-whole = 整段文本中
texts-verdict-later = 判定在最后给出：谁反复查看，并在 p 值小时停下，谁就总会找到一个小的 p 值。
texts-test-nothing = 所有文本在这里都落入同一类：没有什么可比较。请提高温度，或换一个提示。
texts-test-rare = 分布相等时，这么大的差异每 { $n } 次检验出现一次。请换一个种子再抽：如果差异仍在，采样器就有问题。
texts-test-noticed = 已察觉：同一分布的两个样本不会相距这么远。错误的规则写出的文本与目标模型不同。
texts-test-little = 同一分布的两个样本，1000 次检验中有 { $n } 次至少相距这么远。这很少，但经常检验的人会遇到。请换一个种子再抽。
texts-test-none = 没有发现差异：同一分布的两个样本，100 次检验中有 { $n } 次至少相距这么远。这本身什么也不能证明；下一句说明多大的差异才会被察觉。
texts-test-unsure = 没有明确察觉：规则是错误的，但这么少的文本在这里还不能确定地显示出来。请多抽一些，或者统计别的。
texts-power = 每种 { $n } 段文本时，{ $where } { $apart } 的全变差，无论怎样分布，5 次中会有 { $often } 次被察觉（{ $level } 的水平）。更小的可能会漏掉。
texts-power-none = 每种 { $n } 段文本时，{ $where }没有任何差异会被确定地察觉。
texts-blind = 合为一类的 { $n } 种罕见结果之间，它什么也看不到。
texts-target-alone = 目标模型单独
texts-outcomes = 每种结果在两个样本中各出现多少次
texts-outcome = 结果
texts-count-bars = 两个计数，以条形表示
texts-alone = 单独
texts-speculation-shorter = 推测
texts-expected = 期望
texts-share = 占 χ² 的份额
texts-rare = { $n } 种罕见的
texts-ended-before = 提前结束
texts-hidden = 最少见的 { $n } 类参与检验，但不画出。
texts-outcomes-key = 在一个样本中期望少于 { $n } 次的结果，合在一起算作罕见的。期望：两个计数的一半，仿佛背后是同一个分布。

## 为何快

latency-unknown = 未知
latency-kernels-unknown = 未知的方式
latency-heat = 这些代价下每个 γ 和 α 的加速比；有底色处推测获胜，有框处为当前设置。
latency-lane-text = 这条赛道的文本
latency-pipeline = 赛跑及其算术
latency-results = 曲线与练习
latency-place = 第 { $n } 个时刻，共 { $all } 个
latency-suppose = 设想
latency-each-cost = 逐个设定 v(m)
latency-suppose-measured = 采用测得的值
latency-suppose-measured-hint = 此设备的 α、c 和每个 v(m)
latency-measure-and-race = 测量与赛跑
latency-target-alone = <target>目标模型</target>单独
latency-bytes-per-second = { $n } { $prefix }B/秒
latency-multiply-adds-per-second = { $n } { $prefix } 次乘加/秒
latency-per-second = { $n } { $prefix }/秒
latency-cycle = 一轮的代价与收获
latency-tau = 每轮 token 数
latency-passes-per-cycle = 每轮的目标前向次数
latency-passes-per-token = 每个 token 的目标前向次数
latency-speed-up = 加速比
latency-model-words = { $here }；{ $best }。{ $even }
latency-breaks-even = 推测不赢不输
latency-faster = 推测的速度是目标模型单独运行的 { $ratio }
latency-slower = 推测比目标模型单独运行更慢：{ $ratio }
latency-best-none = 任何草稿长度都不划算：不推测最快
latency-best-here = γ = { $gamma } 是最佳草稿长度
latency-best-other = 最佳为 γ = { $gamma }：{ $ratio }
latency-pays-never = γ = { $gamma } 时不可能划算，无论草稿多好。
latency-pays-always = γ = { $gamma } 时总是划算。
latency-pays-from = γ = { $gamma } 时，从 α = { $alpha } 起划算。
latency-measure = 测量
latency-measure-again = 再次测量
latency-stop = 停止测量
latency-save = 保存（JSON）
latency-save-samples = 保存样本（CSV）
latency-measuring = 正在测量：先是完整运行，然后是单次前向……
latency-not-yet = 模型一到，就测量单次前向和完整运行；不会向任何地方发送任何内容。
latency-other-settings = 这些数值来自其他设置；您的设置随后测量。
latency-rounds =
    { $n ->
       *[other] 同一文本在 { $n } 轮中轮流重新开始：中位数，括号内是中间一半。
    }
latency-how = 方式
latency-rate = token/秒
latency-per-pass = 每次前向 token 数
latency-guesses = 每轮猜测数
latency-kept = 其中保留
latency-predicted = 预测
latency-measured = 实测
latency-while-sure = γ ≤ { $most }，有把握时
latency-verdict = { $verdict }代价最大的是：{ $why }。{ $cured }
latency-wins = 在此设备上推测获胜：速度是目标模型单独运行的 { $ratio }。
latency-loses = 在此设备上推测落败：速度是目标模型单独运行的 { $ratio }。
latency-term-acceptance = 被接受的猜测太少
latency-term-draft = 一次草稿前向用时是一次目标前向的 { $share }，而一轮有 { $n } 次
latency-term-verify = 一次前向检验 { $n } 个位置，用时是一个位置的 { $share } 倍：这个目标模型放得进处理器的缓存，所以由算术而不是内存决定
latency-term-rows = { $n } 行 logits 必须变成分布
latency-cured-acceptance = 如果每个猜测都被接受，会是 { $ratio }。
latency-cured-draft = 如果草稿不花时间，会是 { $ratio }。
latency-cured-verify = 如果更多的位置没有代价，会是 { $ratio }。
latency-cured-rows = 如果这些没有代价，会是 { $ratio }。
latency-as-predicted = 预测落在实测的范围之内。
latency-slower-than-predicted = 比预测的慢：按实际起草和写出的 token，同样的代价得出 { $ratio }；其余是另一个模型前向之后变冷的缓存，以及此设备当时在做的其他事情。
latency-faster-than-predicted = 比预测的快：按实际起草和写出的 token，同样的代价得出 { $ratio }；其余是接受情况中的偶然。
latency-adaptive = 在草稿没有把握处结束的草稿，保留 { $kept } 的猜测，而不是 { $fixed }；速度是其 { $ratio }。
latency-costs = 一个 token 的代价：<target>▪ 目标模型</target> <draft>▨ 草稿模型</draft> ▫ 分布与检验
latency-cost-bars = 以条形表示
latency-cost-alone = 单独
latency-cost-rest = 其余
latency-cost-together = 合计
latency-single-passes = { $tokens }之后的单次前向：T(1) = { $target }，草稿的 { $draft }（c = { $cost }），一个分布 { $row }。用{ $kernels }计算。
backends-title = 逐个比较计算方式
backends-measure = 测量每种计算方式
backends-computed-in = 计算方式
backends-alone = 单独，token/秒
backends-speculating = 推测
backends-note = 让一个位置变快的，未必让五个位置变快：较小的 T(1) 可能伴随较大的 v(m)，这时推测的收获就少一些。
backends-note-gpu = 使用 WebGPU 时，目标模型在图形处理器上运行，草稿模型在 CPU 上运行。在那里，一次前向计算主要是若干次调用和读一遍权重，无论处理一个位置还是五个：v(m) 接近 1，c 是 CPU 上的草稿相对于这样一次计算的用时。推测解码在这种搭配中能有最大的收获。
race-title = 模拟时间中的赛跑
race-pretend = 假想目标模型运行在
race-count = { $n } / { $all }
race-clock = 一次目标前向：{ $one }，处理 { $n } 个位置为 { $all }。一次草稿前向：{ $draft }。
race-nothing = 没有可比的内容：提示没有留下空间，或者故事立刻就结束。
race-start = 两者从同一提示出发，运行在{ $machine }上。按“{ playback-play }”：模拟时间就是真实时间。
race-draft = 草稿模型又猜一个 token；目标模型等着轮到它。
race-verify = 一次目标前向检验了这一轮的全部猜测，并加上自己的一个 token。
race-plain = 目标模型单独的一次前向：一个 token。
race-speculation-done = 推测已经完成；目标模型单独还在写。
race-target-done = 目标模型单独已经完成；推测还在写。
race-end = 各写 { $tokens }：使用推测 { $speculative }，不用推测 { $plain }。{ $verdict }
race-faster = 推测在这里的速度是 { $ratio }。
race-slower = 推测在这里更慢：{ $ratio }。
machine-title-phone = 手机
machine-title-laptop = 笔记本电脑
machine-title-data-centre = 数据中心
machine-title-as-set = 代价如设定的机器
machine-on-phone = 手机
machine-on-laptop = 笔记本电脑
machine-on-data-centre = 数据中心
machine-on-as-set = 代价如设定的机器
machine-source-phone = Llama 3.1 8B，以 Llama 3.2 1B 为草稿，两者每个权重都是 4 位。这是计算而非实测：每个权重读取一次的最短时间。Qualcomm Snapdragon 8 Gen 3：LPDDR5X 内存，64 位 4.8 GHz，76.8 GB/秒；其 NPU 为 45 TOPS（int8）。
machine-source-laptop = Llama 3.1 8B，以 Llama 3.2 1B 为草稿，两者每个权重都是 8 位。这是计算而非实测：每个权重读取一次的最短时间。Apple M3 Max，40 个 GPU 核心：内存带宽 400 GB/秒；14.2 TFLOPS（f32）。
machine-source-data-centre = Llama 3.1 70B，以 Llama 3.1 8B 为草稿，两者每个权重都是 16 位。这是计算而非实测：每个权重读取一次的最短时间。两块 NVIDIA H100 SXM：每块内存带宽 3.35 TB/秒；每块 989 TFLOPS（稠密 bfloat16）。
machine-source-as-set = α 由本页面中的模型实际接受的情况代替；c 和 v(m) 如“{ latency-suppose }”中所设。
machine-instead = 换成{ $machine }：{ $words }
machine-words = 读取 { $reads }，计算 { $computes }：脊点在每字节 { $ridge } 次乘加。这个目标模型一个位置有 { $one } 次，{ $n } 个有 { $all } 次，所以{ $verdict }。
machine-free = 处理 { $n } 个位置的前向与处理一个位置代价相同；最多到 { $most } 个都如此
machine-costly = 从 { $n } 个位置起，每个都要付出自己的一份
latency-over-gamma = 加速比随 γ 的变化
latency-best-gamma = 在此 α 下最佳：{ $ratio }
latency-over-alpha = 加速比随 α 的变化
latency-even-alpha = 此 γ 下的盈亏平衡点
latency-never = 无
latency-over-positions = 处理 m 个位置的前向：v(m)
latency-positions-here = 次前向，是这里处理 { $n } 个位置的代价
latency-roofline = 内存还是算术：屋顶线
latency-ridge-here = 次乘加每字节，是这里的脊点
latency-no-roofline = 测量此设备之后绘制。
latency-no-roofline-gpu = 图形处理器没有这张图：在那里只测量前向计算，不测量它能达到的极限。
latency-device-ridge = 这个目标模型有 { $weights } 的权重，每个位置 { $products } M 次乘加。这样大小的权重在这里以 { $reads } 读取；很快就到脊点，之后由算术决定。
latency-device-memory = 这个目标模型有 { $weights } 的权重，每个位置 { $products } M 次乘加。这样大小的权重在这里以 { $reads } 读取；直到最后一个位置都由内存决定。
latency-chart-as-fast = 一样快
latency-chart-free = 免费
latency-chart-one-by-one = 逐个
latency-chart-as-set = 设定
latency-chart-here = 此处
latency-chart-roof = 屋顶
latency-chart-gamma = 加速比随草稿长度的变化
latency-chart-gamma-reading = γ = { $gamma }：α = { $alpha } 时为 { $ratio }，每轮 { $tau } 个 token
latency-chart-alpha = 加速比随接受率的变化
latency-chart-alpha-reading = α = { $alpha }：γ = { $gamma } 时为 { $ratio }
latency-chart-verify = 目标模型一次前向处理几个位置的代价
latency-chart-verify-reading = { $positions }：此处为一个的 { $share } 倍（{ $time }）；设定 { $set }
latency-chart-verify-unmeasured = { $positions }：尚未测量；设定 { $set }
latency-chart-roofline = 此设备的屋顶线
latency-chart-roofline-reading = { $positions }：每字节 { $intensity } 次，{ $rate }，屋顶的 { $share }
guesses-title = 有多少猜测被接受？
guesses-lead = 只有前面的全部被接受，一个猜测才算数。所以期望数是一些乘积之和。
guesses-position = 位置
guesses-alpha = 到达时的 α
guesses-kept = 保留到此
guesses-counted = 试验
guesses-alpha-of = 位置 { $n } 的接受概率
guesses-positions = 位置
guesses-less = 减少一个位置
guesses-more = 增加一个位置
guesses-tried = 试验 { $n } 轮：平均 { $mean }，误差 ± { $error }（95%）。
guesses-tau = 加上目标模型自己的 token，τ = { $tau }。

## 一轮中各步的说明

caption-title = 第 { $cycle } 轮：{ $title }
caption-opening-title = 第一轮之前
caption-opening = 一个小的<draft>草稿</draft>模型会先猜 { $tokens }。然后大的<target>目标</target>模型一次前向检验全部。得到的结果恰好服从<target>目标</target>模型的分布，而它的前向次数更少。按“播放”，或用方向键逐步前进。
caption-draft-title = 草稿提出第 { $position } 个 token，共 { $n } 个
caption-draft-first = <draft>草稿模型</draft>读到目前为止的文本，提出<token>{ $token }</token>。这是从它自己的分布中抽出的，其概率 q = <number>{ $q }</number>。一切尚未决定。
caption-draft-next = <draft>草稿模型</draft>连同自己的猜测继续读下去，提出<token>{ $token }</token>。这是从它自己的分布中抽出的，其概率 q = <number>{ $q }</number>。
caption-pass-title = 目标模型一次前向给每个位置打分
caption-pass =
    { $n ->
        [1] <target>目标模型</target>一次前向同时给 { $positions }打分：草稿的那个和之后的一个。若单独运行，每个 token 都需要一次前向。
       *[other] <target>目标模型</target>一次前向同时给 { $positions }打分：草稿的全部 { $n } 个和之后的一个。若单独运行，每个 token 都需要一次前向。
    }
caption-accepted-title = 位置 { $position } 被接受
caption-rejected-title = 位置 { $position } 被拒绝
caption-accepted-surely = <target>目标模型</target>对<token>{ $token }</token>的喜好不低于<draft>草稿模型</draft>（p = <number>{ $p }</number>，q = <number>{ $q }</number>），所以无论硬币如何都保留。
caption-accepted = <token>{ $token }</token>被提出得比<target>目标模型</target>想要的更频繁，所以只在 p/q = <number>{ $limit }</number> 的情况下保留。硬币 <number>{ $coin }</number> 不高于 <number>{ $limit }</number>：保留。
caption-rejected-never = <target>目标模型</target>在这里从不说<token>{ $token }</token>：p = 0，任何硬币都救不了它。
caption-rejected = 硬币 <number>{ $coin }</number> 高于 p/q = <number>{ $limit }</number>：<token>{ $token }</token>被提出得比<target>目标模型</target>想要的更频繁（q = <number>{ $q }</number>，p = <number>{ $p }</number>），这正是多出来的一次。
caption-drop-title = 草稿的其余部分被丢弃
caption-drop =
    { $n ->
        [1] 最后一个猜测写在<token>{ $token }</token>之后，而它已被去掉。它未经检验就被丢弃：保留它会改变文本的分布。
       *[other] 最后 { $n } 个猜测写在<token>{ $token }</token>之后，而它已被去掉。它们未经检验就被丢弃：保留其中任何一个都会改变文本的分布。
    }
caption-residual-title = 草稿没有覆盖的部分
caption-residual = 在 p 高于 q 之处，<draft>草稿模型</draft>提出得太少。它没有覆盖的部分 max(0, p − q) 的质量为 Z = <number>{ $mass }</number>，恰好是此处被拒绝的概率。除以 Z 就成为残差，修正从中抽取。
caption-residual-empty-title = 没有未覆盖的部分
caption-residual-empty = 除舍入外 p 与 q 相等，所以残差用不上，token 直接从 p 中抽取。
caption-correction-title = 抽取修正
caption-correction = 残差的硬币为位置 { $position } 抽出<token>{ $token }</token>。被接受的草稿与修正合在一起，给每个 token 的概率恰好是<target>目标模型</target>给它的 p。
caption-bonus-title = 全部接受：一个奖励 token
caption-bonus = 每个猜测都被接受，而<target>目标模型</target>已经给之后的位置打了分。它从自己的 p 中抽出<token>{ $token }</token>，不需要额外的前向：一次目标前向得到 { $tokens }。
caption-bonus-alone = <target>目标模型</target>从自己的 p 中抽出<token>{ $token }</token>，不需要额外的前向：一次目标前向得到 { $tokens }。
caption-end-title = 文本在此结束
caption-end = 文本结束。
caption-end-dropped =
    { $n ->
        [0] { $why }不再抽取奖励。
        [1] { $why }其后的 1 个草稿 token 未经检验就被丢弃。
       *[other] { $why }其后的 { $n } 个草稿 token 未经检验就被丢弃。
    }
caption-dead-end-title = 死路
caption-dead-end = 设置在此排除了所有 token，无法抽取。
caption-rollback-title = 缓存回退
caption-rollback-none = 没有拒绝，所以两个缓存保留它们算出的一切。
caption-rollback = 缓存忘掉没有输出的部分：<target>目标模型</target>的回退 { $target }，<draft>草稿模型</draft>的回退 { $draft }。
caption-rollback-made = 这一轮用一次目标前向得到 { $tokens }。

## 舞台上的一轮

stage-empty-title = 舞台
stage-waiting-failed = 模型没有运行。请看上面的消息。
stage-waiting-ready = 模型正在读提示……
stage-waiting-loading = 模型正在路上……
stage-positions = 这一轮的各个位置，从左到右
stage-draft-proposes = <draft>草稿</draft>提出
stage-target-scores = <target>目标</target>一次前向打分
stage-accept-if = 接受条件 <formula>u ≤ p/q</formula>
stage-verdict = 判定
stage-into-text = 进入文本
stage-drafted-spoken = 草稿 { $token } q { $q }。打开分布
stage-target-spoken = 目标模型给 { $token } p { $p }。打开分布
stage-next-spoken = 下一个 p(· | 全部)：目标模型在所有草稿 token 之后的分布。打开
stage-next = 下一个
stage-next-p = p(· | 全部)
stage-coin-accepts = 硬币 { $coin } 不高于接受概率 { $limit }
stage-coin-rejects = 硬币 { $coin } 高于接受概率 { $limit }
stage-accepted = 接受
stage-rejected = 拒绝
stage-dropped = 丢弃
stage-past-end = 结束之后
stage-bonus = 奖励
stage-no-bonus = 无奖励
stage-correction = 修正
stage-joins-spoken = { $token } 进入文本：{ $how }。打开分布

## 到目前为止的文本

transcript-title = 文本：
transcript-tally = { $tokens }，来自 { $passes }
transcript-given = 给定
transcript-accepted = 接受自草稿
transcript-correction = 来自残差的修正
transcript-bonus = 来自目标模型的奖励
transcript-in-cycle = { $how }，第 { $cycle } 轮
transcript-key-accepted = ✓ 接受
transcript-key-correction = ↻ 修正
transcript-key-bonus = ★ 奖励

## 分布：对话框与比较

distribution-title = 第 { $cycle } 轮，位置 { $position }：整个词表
distribution-after = 在此之后：
distribution-rows = 按概率排列的 token
distribution-token = Token
distribution-target-own = 目标自身
distribution-target-set = p，经过设置
distribution-draft-own = 草稿自身
distribution-draft-set = q，经过设置
distribution-rest = 其余 { $n } 个
distribution-choices = { $choices } / { $tokens }
distribution-p-choices = p：有效选择数 / 剩余 token 数
distribution-q-choices = q：有效选择数 / 剩余 token 数
distribution-overlap = 重叠 Σ min(p, q)
comparison-empty-title = 舞台上该位置的 p 和 q
comparison-empty = 检验第一个猜测时，两个分布将在这里叠放。
comparison-residual-title = 位置 { $position }：从残差重新抽取
comparison-share-title = 位置 { $position }：p 与 q 的公共部分
comparison-bonus-title = 位置 { $position }：奖励，来自 p
comparison-residual-mass = 残差质量 Z
comparison-from-residual = 抽自残差，硬币 { $coin }
comparison-from-p = 抽自 p，硬币 { $coin }
comparison-unused = p = q：不可能有拒绝，残差用不上。
comparison-all = 所有 token……
comparison-caption = 目标模型的概率 p 与草稿模型的概率 q
comparison-token = token
comparison-bars = 以条形表示
comparison-key-overlap = 保留：min(p, q)
comparison-key-residual = 未覆盖：p 高于 q
comparison-key-excess = 提出过多：q 高于 p

## 缓存

caches-title = 缓存：没有输出的会回退
caches-empty = 每个模型都记住它读过的 token。被拒绝的必须再忘掉。
caches-target = 目标
caches-draft = 草稿
caches-before = { $before } 个 token
caches-during = { $before } → { $during } 个 token
caches-after = { $before } → { $during } → { $after } 个 token
caches-spoken = { $history }，回退 { $n } 个

## 累计结果

results-centre = 舞台上的一轮
results-label = 累计结果
results-beside = 与推测并列
plots-acceptance = 接受率 α
plots-accepted-of-drafted = 接受/草稿，{ $accepted } / { $drafted }（95%：{ $low } 至 { $high }）
plots-accepted-none = 接受/草稿：尚无完整的一轮
plots-of-tested = 占检验数
plots-of-tested-words = { $tested } 次检验中通过 { $accepted } 次
plots-overlap = 平均重叠
plots-overlap-words = 检验处的 Σ min(p, q)，不受运气影响
plots-tokens = 每轮 token 数 τ
plots-tokens-words = 每次目标前向的 token 数，最多 { $most }
plots-tokens-interval = 每次目标前向的 token 数，最多 { $most }（95%：{ $low } 至 { $high }）
plots-no-test = 尚无检验。
plots-formula = (1 − α{ $power }) / (1 − α) = { $value }，其中 α = { $alpha }（占检验数）
plots-histogram = 按保留的草稿 token 数统计各轮
plots-positions = 保留到该位置
plots-nothing-yet = 从第一个完整的一轮开始绘制。
plots-save = 将 { $name } 保存为 { $kind }
alone-title = <target>目标模型</target>单独运行，设置相同
alone-empty = 两者都运行后，它的文本显示在这里。
alone-why-zero = 温度为 0 时必然如此。
alone-why-one = 这些设置只留下一个 token 可选，所以必然如此。
alone-same = 已核对：全部 { $tokens } 与推测的相同。{ $why }
alone-parted = 两段文本在第 { $token } 个 token 处分开：那里有两个 token 几乎相等，由舍入决定。
alone-agree = 两段文本碰巧在全部 { $tokens } 上一致。必须相等的是它们的分布。
alone-other = 另一次抽样：它在第 { $token } 个 token 处与上面的文本分开。相等的是两者所来自的分布，而不是文本。
alone-passes = { $tokens }，用了同样多次目标前向；推测用了 { $passes } 次。
timing-title = 在此设备上测得
timing-with = 使用推测
timing-alone = 目标单独
timing-rate = { $n } token/秒
timing-target = 目标前向
timing-draft = 草稿前向
timing-rest = 采样与检验
timing-faster = 推测在这里的速度是 { $ratio } 倍。
timing-slower = 推测在这里更慢（速度为 { $ratio } 倍）：在处理器上，同时检验几个位置的代价几乎与逐个读取相同。
timing-not-counted = 不计入：加载，以及读取提示的 { $time }。
timing-empty = 实时运行后显示速度；加载和提示不计入。
table-label = 所有轮次
table-title = 到目前为止显示的所有轮次
table-save-json = 保存记录（JSON）
table-save-csv = 保存表格（CSV）
table-show = 以表格显示
table-scroll = 轮次表
table-cycle = 轮次
table-drafted = 草稿
table-kept = 保留
table-ended = 结束方式
table-overlap = 检验处的重叠
table-alpha = 至今的 α
table-tau = 至今的 τ
table-kept-of = { $kept } / { $drafted }
table-correction = ↻ 修正 { $token }
table-bonus = ★ 奖励 { $token }
table-past-end = 文本结束，丢弃 { $n } 个
table-dead-end = 死路

## 图的文字说明

chart-of-drafted = 占草稿
chart-of-tested = 占检验
chart-overlap = 重叠
chart-measured = 实测
chart-formula = 公式
chart-acceptance = 各轮的接受率
chart-acceptance-reading = 第 { $cycle } 轮：此处 { $here }；至今占草稿 { $drafted }，占检验 { $tested }，重叠 { $overlap }
chart-tokens = 各轮的每轮 token 数
chart-cut-short = 中断
chart-tokens-reading = 第 { $cycle } 轮：此处 { $here }；至今实测 { $measured }，公式 { $predicted }
chart-histogram = 按保留的草稿 token 数统计各轮
chart-histogram-reading =
    { $n ->
       *[other] { $n } 轮保留了 { $kept } 个草稿 token
    }
chart-interval = ，95% 区间 { $low } 至 { $high }
chart-position-reading =
    { $n ->
       *[other] 位置 { $position }：{ $n } 轮中保留 { $kept } 轮
    }
chart-positions = 草稿保留到各位置的频率
chart-draws = 计数与分布的距离
chart-draws-reading =
    { $n ->
       *[other] 抽取 { $n } 次后：全变差 { $distance }
    }
chart-lead = 最佳束的得分减去贪心的得分
chart-lead-greedy =
    { $n ->
       *[other] { $n } 个 token 后：贪心领先 { $lead }
    }
chart-lead-beam =
    { $n ->
       *[other] { $n } 个 token 后：束领先 { $lead }
    }
chart-summary = { $what }：{ $last }。
chart-nothing-yet = 暂无
chart-failed = 无法绘制此图（{ $why }）。

## 首页、课程、分享

home-title = 看语言模型如何找到下一个词
home-lede = 模型给每个可能的下一个 token 一个概率。哪些变成文字，是之后由规则和硬币决定的，这里都能看到：两个真实的模型，一个小的<draft>草稿模型</draft>和一个大的<target>目标模型</target>，就在本页中运行。
home-step = 自己一步步来
home-read = 从头读起
home-private = 无需账号，没有服务器，数据不会离开你的设备。
home-figure-waits = 在这里，草稿模型会猜测 token，目标模型会接受或纠正它们。图正在加载……
home-on-the-way = 页面正在加载……
home-meanwhile = 在此期间：两个模型一起写一句话（已录制）。可以逐步查看；页面会自动出现。
home-figure-label = 推测采样的录制过程，逐步播放
home-textbook = 教材
home-labs = 实验室
home-free = Decoding Lab 是自由软件。它只是一个文件夹：任何学校都可以放到自己的网页空间。
home-door-decoding = 贪心与束搜索、温度与过滤器及其顺序、语法约束：图会照文字所说的去做。
home-door-speculative = 两种情形、证明、代价，以及构造草稿模型的各种方法。
home-door-exercises = 先预测，再让页面计算：有提示、部分得分和无穷的变体。
home-door-teach = 三节现成的课，每个问题先押答案，再看页面揭晓。
home-languages = 语言
figure-trouble = 录制内容没有到达。实验室也需要它：请重新加载页面。
teach-title = 教师专区
teach-link = 教师专区
teach-lede = 三节现成的课。每节课是一组准备好的页面，每一页先让大家押一个答案，然后再揭晓。学生什么都不用准备；您只需要这个页面和一台投影仪。
teach-projector = 投影时
teach-projector-mode = 课程以演示模式打开：字更大，按钮更大。页眉的“演示”对任何页面都有同样效果。
teach-projector-clicker = 可以用翻页笔：向前先显示答案，再到下一环节；向后则返回。没有课程的页面上，它逐步前进。
teach-projector-veil = S 是跟随指针的聚光灯。B 让屏幕变黑，再按 B 或 Escape 恢复。
teach-projector-share = “分享”会为当前画面生成二维码，就在本页内生成。学生在自己的设备上打开的是完全相同的状态。
teach-plan = { $minutes } 分钟：{ $title }
teach-start = 开始 { $minutes } 分钟的课
teach-minutes = { $minutes } 分钟
teach-see = 看页面显示什么
teach-place = { $minutes } 分钟的课，第 { $moment } 环节，共 { $moments } 个
teach-answer = 显示答案
teach-next = 下一步
teach-back = 返回
teach-over = 课程结束
teach-leave = 离开课程
teach-right = ✓ 正确
present-button = 演示
present-black = 屏幕已变黑。重新显示页面
share-button = 分享
share-title = 分享当前画面
share-code = 下方地址的二维码
share-too-long = 地址太长，无法生成二维码：请缩短提示。
share-this-machine = 这个地址只在这台电脑上有效。请把文件夹放到学校的网页空间，再从那里分享。
share-opened-model = 链接中不包含您打开的模型（{ $names }）：它们只在这台设备上。打开链接的人会得到本网站自己的模型。
share-address = 地址
share-lesson = 连同课程：演示模式、问题与后续环节
share-copy = 复制地址
share-copied = 已复制
share-not-copied = 此浏览器不允许页面复制：请选中地址手动复制

## Files and offline use

offline-title = 文件与离线使用
offline-open = 文件与离线使用……
offline-ready = 可以离线使用：这里的一切都无需网络。
offline-models-not-kept = 还不能离线使用：模型无法保存（{ $why }）。
offline-waiting = 还不能离线使用：模型到达后会保存页面文件。
offline-arriving = 还不能离线使用：正在保存页面文件。
offline-page-only = 页面可以离线打开；模型尚未保存。
offline-not-secure = 不保存任何内容：浏览器只保存 https 地址和本机的文件。一切照常运行，下次访问时重新下载。
offline-no-worker = 不保存任何内容：此浏览器或此隐私窗口不保存页面。一切照常运行，下次访问时重新下载。
offline-refused = 页面未保存：浏览器不允许（{ $why }）。一切照常运行，下次访问时重新下载。
offline-incomplete = 有些文件没有到达，或属于另一个版本
offline-no-reason = 没有说明原因
offline-embedded = 嵌在其他页面中的实验不保存任何内容；请在单独的窗口中打开以便离线使用。
offline-development = 这是开发版本，不保存任何内容。
offline-switched-off = 按您的要求，不保存任何内容。下次访问时会重新下载。
offline-notice-models = 模型可以运行，但此浏览器无法为下次访问保存它们（{ $why }）。
offline-update = 此页面有新版本。当前版本会继续使用，直到您重新加载；您所在的位置会保留。
offline-reload = 重新加载
offline-later = 以后
offline-sizes = 此设备上保存的内容
offline-size-page = 页面、程序和录制的示例
offline-size-models = 两个模型
offline-size-free = 此浏览器还提供的空间
offline-about = 约 { $size }
offline-in-all = 此设备上共 { $size }。只有此页面使用，从不发送任何内容。
offline-nothing = 没有保存任何内容。
offline-keep = 保存以供离线使用
offline-clear = 清除已保存的文件
offline-install = 安装为应用……
size-gigabytes = { $n } GB

## Inside other pages

embed-button = 嵌入
embed-title = 放进您自己的页面
embed-back = 在 Decoding Lab 中打开
embed-new-tab = （新标签页）
embed-locked = 由外层页面固定。
embed-what = 显示的内容
embed-part-stage = 主画面及其说明
embed-part-text = 目前的文本
embed-part-playback = 播放
embed-part-settings = 全部设置
embed-part-models = 运行哪些模型，以及如何计算
embed-part-details = 主画面旁的卡片
embed-part-results = 汇总结果
embed-part-lesson = 课文
embed-one-by-one = 逐项设置：显示或锁定
embed-setting = 设置
embed-shown = 显示
embed-lock = 锁定
embed-show-it = 显示{ $setting }
embed-lock-it = 锁定{ $setting }
embed-height = 高度
embed-colours = 颜色
embed-colours-auto = 随读者的设备
embed-colours-light = 浅色
embed-colours-dark = 深色
embed-language = 语言
embed-language-own = 读者自己的语言
embed-frame = 框架
embed-frame-words = 使用上面给定的高度。到处可用。
embed-element = 自定义元素
embed-element-words = 高度随内容变化。需要本站一个 2 KB 的脚本。
embed-copy = 复制
embed-copied = 已复制。
embed-not-copied = 此浏览器不允许页面复制：请选中这些行并手动复制。
embed-preview = 读者看到的样子
embed-unknown-name = { $list } = { $name }：此页面没有这个名称；已忽略。
embed-unknown-theme = theme = { $name } 未知：auto、light 或 dark；使用设备自己的颜色。

## Exercises

exercise-page = 练习
exercises-title = 练习
exercises-lede = 先预测，然后页面用实验室所用的代码当面算出答案。
exercises-worksheet = 可打印的练习单和答案
exercises-all = 全部练习
exercises-place = 第 { $place } 个，共 { $all } 个
exercises-others = 其他练习
exercises-before = 上一个：
exercises-next = 下一个：
exercise-questions =
    { $n ->
       *[other] { $n } 题
    }
exercise-not-begun = ○ 未开始
exercise-solved-variants =
    { $n ->
       *[other] ● 已解出 { $n } 个变式
    }
exercise-begun = ◐ 已开始，最好 { $credit }
exercise-variant = 变式
exercise-next-variant = 下一个变式
exercise-textbook = 课本上的数字
exercise-bad-variant = 变式是 0 到 { $most } 的整数；保留原来的。
exercise-unknown = 没有练习“{ $name }”；显示第一个。
exercise-bad-number = { $name } = { $given } 不是 0 到 { $most } 的整数；用 0。
exercise-given-table = 已知条件表
exercise-question = 第 { $n } 题
exercise-solved = ● 已解出
exercise-so-far =
    { $n ->
       *[other] ◐ 目前 { $credit }，{ $n } 次尝试
    }
exercise-check = 检查
exercise-hint = 提示
exercise-hint-of = 提示 { $n }/{ $most }
exercise-no-hints = 没有更多提示
exercise-hints = 提示
exercise-show = 显示结果
exercise-unread = ？不计。
exercise-right = ✓ 正确。
exercise-partly = ◐ 部分正确（{ $credit }）。
exercise-wrong = ✗ 不正确。
exercise-computed = 现在算出：
exercise-steps = 逐步解答
exercise-your-list = 你的列表，例如 { $example }
exercise-your-number = 你的数
exercise-number-example = 0.25、1/4 或 25%
exercise-your-numbers = 你的各个数，按顺序
exercise-numbers-example = 0.5, 0.3, 0.2
exercise-tick = 勾选所有符合的
exercise-choose = 选择一项
order-yours = 你的证明，逐行
order-empty = 还是空的。加入证明的第一行。
order-left = 可选的行；有些不属于证明
order-add = 加入：{ $line }
order-added = 已加为第 { $n } 行。
order-removed = 已取出。
order-moved = 现在是第 { $n } 行，共 { $all } 行。
order-reason = 理由 …
order-reason-of = 第 { $n } 行的理由
order-up = 上移：第 { $n } 行
order-down = 下移：第 { $n } 行
order-remove = 取出第 { $n } 行
progress-title = 你的进度
progress-nothing = 还没有做过。
progress-variants =
    { $n ->
       *[other] 目前 { $n } 个变式。
    }
progress-kept = 只保存在本设备的这个浏览器里。
progress-no-storage = 此浏览器不允许保存：所做的内容在关闭页面后消失。存成文件即可保留。
progress-full = 浏览器的存储空间已满：现在所做的内容在关闭页面后消失。存成文件即可保留。
progress-unreadable = 此处保存的内容无法读取。已将其另存，并开始新的记录。
progress-save = 存成文件
progress-add = 从文件加入 …
progress-add-hint = 加入文件时，每题保留两者中较好的结果。
progress-added =
    { $n ->
       *[other] 从文件加入了 { $n } 个变式。
    }
progress-not-added = 没有加入任何内容：{ $why }。

## The worksheet

worksheet-title = 练习单
worksheet-seed = 种子
worksheet-next-seed = 下一个种子
worksheet-key = 答案
worksheet-print = 打印
worksheet-hint = 种子 0 是课本上的数字。同一地址得到同一张练习单。
worksheet-bad-seed = 种子是 0 到 { $most } 的整数；保留原来的。
worksheet-heading = 解码与推测采样：练习单
worksheet-heading-key = 解码与推测采样：答案
worksheet-name = 姓名
worksheet-date = 日期
worksheet-answer = 答
worksheet-line = 第 { $n } 行：
worksheet-because = 因为
worksheet-line-key = { $line } 因为 { $reason }：{ $text }
worksheet-foot = Decoding Lab · 练习单 { $seed }
worksheet-foot-key = Decoding Lab · 练习单 { $seed } · 答案

## Pictures of answers, and live figures

picture-out = 排除
picture-token = 词元
picture-entropy = 熵
picture-nats = { $entropy } nats
picture-bars = 分布条形图
picture-accepted = 接受数
picture-counted = 计数
picture-formula = 按公式
picture-cycles = 循环
picture-cycles-to-try = 尝试的循环数
picture-other-coins = 换一组硬币
picture-cycles-words = 每循环接受数：计数 { $counted } ± { $error }，按公式 { $formula }。每循环词元数：{ $tokens }。
picture-legal = 允许
picture-masked = 屏蔽
picture-mask = 掩码下的词元
picture-may-come = 在“{ $text }”之后可以是 { $expects }：
picture-may-begin = 开头可以是 { $expects }：
picture-texts = 所有文本
picture-text = 文本
picture-probability = 概率
picture-drawn = 100 次中抽到
picture-found-by = 由谁找到
picture-paths = 每个词元的两条路径
picture-given = 已知
picture-with-residual = 用残差
picture-without-residual = 不用
picture-corrected = 修正
picture-law = 分布律
picture-laws-words = A = Σ min(p, q) = { $overlap }，Z = Σ max(0, p − q) = { $residual }，合计 { $sum }。各计 { $n } 个词元，同一种子。≠ 表示分布律不是 p。
figure-waiting = 记录正在传输 …
figure-failed = 记录没有到达。请重新加载页面。
figure-own = 模型自己的 p
figure-drawn-from = 抽样所用
figure-sampler-words = { $all } 个词元中可抽 { $left } 个；分散程度相当于 { $choices } 个等概率词元（模型自己：{ $own }）。
figure-order-same = 两种顺序得到同一分布。
figure-order-first = 先 T，后 top-p
figure-order-last = 先 top-p，后 T
figure-order-words =
    { $n ->
       *[other] 温度在前保留 { $n } 个词元，在后保留 { $last } 个。
    }
figure-mask-before = 上一个词元
figure-mask-next = 下一个词元
figure-mask-place = 第 { $n } 个词元，共 { $all } 个
figure-mask-mask = 掩码
figure-mask-if-legal = 合法时的 p
figure-mask-words = { $all } 个词元中合法的有 { $legal } 个，占模型概率质量 { $mass }。接下来可以是：{ $expects }。
figure-position-cost = 多一个位置的代价
figure-speedup-best = S = { $tau } / { $cost } = { $speedup }；最佳 γ = { $gamma }：{ $best }。
figure-speedup-slower = S = { $tau } / { $cost } = { $speedup }；比目标模型单独更慢，主要原因：{ $why }。
figure-lookup-n = 查找的词数 n
figure-lookup-gamma = 猜测的词数 γ
figure-lookup-at = 已写的词数
figure-lookup-found = 最后 { $n } 个词以前出现过。猜的 { $guesses } 个词中，文本接下去的有 { $right } 个。
figure-lookup-none = 最后 { $n } 个词以前没有出现：没有猜测，由目标模型单独写。
figure-lookup-whole = 整个文本：猜的 { $guessed } 个词中对 { $right } 个，{ $words } 个词用了 { $cycles } 个循环。
figure-beams-words =
    { $n ->
       *[other] { $n } 个束：“…{ $text }”，概率 { $prob }：在 { $all } 个文本中第 { $place }。
    }
figure-law-same = 输出的分布正是 p。
figure-law-other = 输出的是另一分布：与 p 相距 { $apart }（全变差）。
figure-law-column = 输出
figure-proof-lines = 证明的各行
figure-mistake = 犯的错误
figure-cycle-stage = 舞台上的内容
figure-cycle-case = 情形 { $n }
figure-cycle-recorded = 记录
figure-playback = 本图的播放
figure-restart = 重新开始
figure-back = 后退

## Chapters

chapter-equation = 公式
chapter-decoding = 解码
chapter-decoding-link = 1 解码
chapter-speculative = 推测采样
chapter-speculative-link = 2 推测采样
chapter-number = 第 { $n } 章
chapter-contents = 目录
chapter-next = 下一章：{ $title }
chapter-before = 上一章：{ $title }
chapter-exercise = ○ 练习
chapter-exercise-begun = ◐ 已开始
chapter-other-numbers = 换一组数字，在单独页面
chapter-done = （已做）
chapter-table = 表格

## 从 logits 到 token

logits-stage-spoken = { $stage } { $value }，第 { $place } 位，共 { $n } 位。按 Alt 加方向键移动
logits-bias = logit 偏置
logits-temperature = 温度
logits-once = { $value } 一次
logits-each = 每次 { $value }
logits-of-best = 最好者的 { $share }
logits-own-title = 模型自身的分布
logits-a-stage = 一级
logits-draw-title = 抽取
logits-own = 模型最后给每个 token 一个数，即 logit。Softmax 把全部 { $n } 个变成概率。它们相当于 { $choices } 个等可能的选择。
logits-draw = 各概率首尾相接，从 0 到 1。硬币落在 { $coin }，即 { $token } 的份额之中。同一种子总是抽出同一个 token。
logits-draw-none = 设置没有留下可抽取的 token。
logits-off = 这一级已关闭：每个数都保持原样。
logits-temperature-zero = T = 0 时只剩最大的 logit。这就是贪心解码：硬币不再起作用。
logits-temperature-low = 每个 logit 除以 { $temperature }，彼此拉开：可能的 token 得益。有效选择从 { $from } 变为 { $to }；没有截去任何东西。
logits-temperature-high = 每个 logit 除以 { $temperature }，彼此靠拢：不太可能的 token 得益。有效选择从 { $from } 变为 { $to }；没有截去任何东西。
logits-top_k = 只留下最可能的 { $k } 个 token。截去概率 { $removed }，留下的除以其余之和：这些 token 上升，尽管它们的 logit 没有变。
logits-top_p = 从最可能的开始保留 token，直到质量达到 { $p }：需要 { $kept }。尾部的 { $removed } 被截去，由其余的分享。
logits-min_p = token 的概率至少要达到最好者的 { $share }。仍可抽取 { $kept }；截去概率 { $removed }。
logits-repetition = 文本中已有的 token，其 logit 为正则除以 { $value }，为负则乘以它。两者都使它们更不可能。
logits-presence = 自提示之后生成过的每个 token，其 logit 减去这么多，只减一次，不论出现多少次。
logits-frequency = 自提示之后每生成一次，该 token 的 logit 就减去这么多。
logits-biased = { $tokens } 的 logit 加上了您给的数。加 b 使该 token 相对任何其他 token 的几率乘以 exp(b)：±{ $bias } 相当于 { $factor } 倍。
logits-follows = 后续
logits-bias-of = { $token } 的偏置
logits-bias-remove = 移除 { $token } 的偏置
logits-bias-full = 已经够了
logits-bias-choose = 选择一个 token……
logits-bias-hint = 加到某个 token 的 logit 上的数：+b 使其几率乘以 exp(b)
logits-stop-refused = { $stop } 已在停止字符串之中，或超过 { $bytes } 字节。
logits-stop-remove = 移除停止字符串 { $stop }
logits-stops = 停止字符串
logits-stop-such = 例如 . 或 \n
logits-add = 添加
logits-stops-hint = 文本在其中第一个之前结束；可能成为它的内容先被扣留
logits-ended = 故事已结束：请后退以便另行续写。
logits-stopped = 出现了停止字符串 { $stop }：文本在它之前结束。要继续，请后退或移除它。
logits-full = 模型的上下文已满：它看不到更多。请后退以便另行续写。
logits-not-text = 不属于文本
logits-held = 已扣留：可能成为停止字符串
logits-text = 光标之前的文本
logits-rewind = 回到 { $token } 之前
logits-take = 取抽出的 token
logits-nothing = 无法抽取
logits-write-on = 继续写
logits-stop-writing = 停止写
logits-back = 撤回
logits-or-click = 或点击下面的 token 自行选择。
logits-stages = 各级，按顺序
logits-move = 移动屏幕上的这一级
logits-earlier = ← 提前
logits-later = 延后 →
logits-order-hint = 顺序很重要。拖动一级，或在其上按 Alt 加方向键，或用上面的按钮。
logits-logits = logits
logits-draw-chip = 抽取
logits-on-its-way = 目标模型正在路上……
logits-save-json = 保存 logits（JSON）
logits-save-csv = 保存各级（CSV）
logits-fact-tokens = 可抽取的 token
logits-fact-choices = 有效选择
logits-fact-entropy = 熵（nat）
logits-fact-cut = 截去的概率
logits-cdf-spoken = 硬币 { $coin } 落在首尾相接的概率上；所落份额为 { $share }
logits-cdf = 左端为 0，右端为 1，token 按编号排列；硬币在 { $coin }。
logits-cut-here = ✂ 在此截去
logits-out-before = 此前已去
logits-raised = ↑ logit 未变
logits-choose = 选择 { $token }
logits-rows-caption = 最可能的 token，以及其余的合计
logits-logit = logit
logits-before = 之前
logits-after = 之后
logits-happened = 发生了什么
logits-compare = 顺序很重要：两个采样器，同样的 logits
logits-against = 对比
logits-compare-against = 与之比较
logits-same = 两者给出完全相同的分布。
logits-differ = 全变差 { $distance }：两者都保留 { $both }，只有前者保留 { $first } 个，只有后者保留 { $second } 个。
logits-only-here = 仅此处
logits-keeps = 保留 { $tokens }
logits-draw-many = 用此种子多次抽取
logits-drawn = 抽中
logits-by-hand = 手动选择
logits-distance =
    { $n ->
       *[other] 抽取 { $n } 次后，全变差为 { $distance }。它随抽取次数的平方根下降。
    }
logits-draws-empty = 抽中 token 的计数会与其概率重合。
logits-odds-always = T = 0 时总是第一个胜出。
logits-odds-never = T = 0 时第一个从不胜出。
logits-odds-excluded = 两者之一已被排除。
logits-odds = 两个 token 的几率
logits-odds-first = 第一个 token
logits-odds-to = 比
logits-odds-second = 第二个 token
logits-odds-hint = 过滤器截去 token，但从不改变留下的两者之间的几率。只有温度和惩罚会改变。
logits-paths = 从此提示走过的路径
logits-paths-empty = 取抽出的 token，或自行选择。后退不会丢失任何东西。
logits-temperature-last = 温度放在最后
logits-filters-first = 过滤器放在最前
logits-usual-order = 通常的顺序
logits-cold-hot = T = 0.5 对 T = 1.5
logits-your-order = 您的顺序
logits-place = 第 { $shown } 级，共 { $n } 级
logits-pipeline = 流水线

## 草稿实验室

drafts-section-ways = 各种方法并列，以及其中一种的细节
drafts-section-found = 文本，以及所得的结果
drafts-place = 第 { $step } / { $steps } 步，第 { $cycle } 轮，共 { $n } 轮
drafts-not-opened = 无法打开该文件：{ $why }。
drafts-domain = 文本类型
drafts-domain-story = 故事
drafts-domain-list = 列表
drafts-domain-json = JSON
drafts-domain-repetition = 重复
drafts-rule = 接受猜测
drafts-rule-exact = 以概率 min(1, p/q)
drafts-rule-typical = 只要典型：不精确
drafts-not-exact = ≠ 这是另一个分布。只要目标模型给猜测的概率不低于 min(0.09, 0.3·exp(−H))，就接受它，不论 q 是多少。每种方法的损害写在它那一行：一个 token 的分布与目标模型的分布相距多远，以全变差计。树总是精确地检验。
drafts-tree = 树的猜测，逐层
drafts-tree-hint = 每个猜测之后有几个猜测
drafts-shape = { $levels }（{ $n } 个猜测）
drafts-which = 哪些方法
drafts-compare = 比较
drafts-open = 打开比较……
drafts-recorded-more = ：先前用这些模型录制，不含用时
drafts-nothing-yet = 还没有比较过。
drafts-waiting = 等待轮到
drafts-missing = 无法取得：{ $why }
drafts-progress = { $all } 种方法中的 { $n } 种
drafts-side-by-side = 并列
drafts-table-scroll = 各种方法的表格，可左右滚动
drafts-col-way = q 的来源
drafts-col-numbers = 数的个数
drafts-col-work = 每个猜测的运算
drafts-col-alpha = α
drafts-col-tau = τ
drafts-col-cost = 每个猜测的用时
drafts-col-predicted = 预计
drafts-col-measured = 实测
drafts-col-law = 分布
drafts-table-note = 数的个数：只为这种方法训练或计数得到的数。运算：与权重的乘加次数。α：所有检验中 p 与 q 的平均重叠。τ：每轮 token 数。预计：只按前向的用时；实测：按全部用时，与目标模型单独运行相比。分布：在提示之后抽取 2,000 个 token，与 p 对照。
drafts-times = { $n }×
drafts-law-fits = 抽取的 { $n } 个 token 符合目标模型的分布（p 值 { $p }）
drafts-law-broken = 抽取的 { $n } 个 token 不符合目标模型的分布（p 值 { $p }）
drafts-damage = {" "}损害 { $damage }
drafts-no-cycle = 这种方法还没有写出任何内容。
drafts-where-from = q 从何而来：{ $way }
drafts-way-model = 小模型
drafts-way-poor = 差的模型
drafts-way-target = 目标模型自身
drafts-way-ngram = 计数（n-gram）
drafts-way-lookup = 提示查找
drafts-way-exit = 提前退出
drafts-way-heads = 预测头
drafts-way-mtp = 延续状态
drafts-way-model-tree = 模型的树
drafts-way-heads-tree = 预测头的树
drafts-about-model = 一个独立的模型，由目标模型蒸馏而来。每个猜测一次前向。
drafts-about-poor = 一个对这项任务来说太小的模型。它的文本仍是目标模型的文本，只是用时更长。
drafts-about-target = p = q：每个猜测都被接受，没有什么留给修正，也没有任何收获，因为一个猜测的代价与目标模型自己的一个 token 相同。
drafts-about-ngram = 没有模型：取最后的 token 中在其他文本里见过的最长一串，看那里接下来是什么。越少见的串，留给较短的串的越多。
drafts-about-lookup = 没有模型，也没有其他文本：看这段文本中，同样的 token 先前出现时后面是什么。q 全部在一个 token 上。
drafts-about-exit = 目标模型的前三层、一个适配器，以及目标模型自己的输出投影。这几层算过的内容，检验猜测时不再重算。
drafts-about-heads = 目标模型最后状态上的三个小预测头（Cai et al. 2024，“Medusa”）。每个只猜自己的位置，不知道前面的猜测。
drafts-about-mtp = 再加一个模块，读入目标模型的最后状态和下一个 token，给出下一个状态（多 token 预测，Gloeckle et al. 2024）。所以每个猜测都知道前面的猜测。
drafts-about-model-tree = 小模型为每个位置提供几个猜测，不放回地抽取。被拒绝的留下残差，下一个对照残差受检验（Miao et al. 2023，“SpecInfer”）。
drafts-about-heads-tree = 预测头为每个位置提供几个猜测。目标模型一次前向检验整棵树：每个猜测只看到自己的分支。
drafts-picture-model = 六层的目标模型旁边，一个两层的小模型
drafts-picture-poor = 六层的目标模型旁边，一个一层的模型
drafts-picture-target = 目标模型旁边是它自己
drafts-picture-exit = 目标模型的六层；一支箭头从前三层之后引出
drafts-picture-heads = 目标模型的六层；从最后一层引出三支箭头，指向三个猜测
drafts-picture-mtp = 目标模型的六层；从最后一层引出一串状态，每个都来自前一个
drafts-picture-model-tree = 六层的目标模型旁边，一个两层的小模型
drafts-picture-heads-tree = 目标模型的六层；从最后一层引出三支箭头，指向三个猜测
drafts-copied = 复制的
drafts-matched = 同样的 token
drafts-source-lookup = 实线：复制的内容。点线：最后几个 token，以及它们先前出现的地方。
drafts-source-ngram = 点线：最后几个 token，其他文本中也有。它们的计数就是 q。
drafts-caption-none = 没有可据以猜测的内容，所以不猜：目标模型的前向给出 { $token }，与单独运行时一样。
drafts-caption-chain =
    { $n ->
       *[other] { $n } 个猜测，从 { $token } 开始。目标模型一次前向将检验全部。
    }
drafts-caption-tree = 共 { $n } 个猜测，下一个位置的是 { $tokens }。目标模型一次前向将检验整棵树。
drafts-caption-all =
    { $n ->
       *[other] { $n } 个猜测全部被接受，目标模型再加上 { $token }。
    }
drafts-caption-branch =
    { $n ->
       *[other] 这条分支的 { $n } 个猜测全部被接受，目标模型再加上 { $token }。
    }
drafts-caption-some =
    { $n ->
        [0] 没有猜测被接受。残差给出 { $token } 来代替。
       *[other] { $n } 个猜测被接受。然后残差给出 { $token }。
    }
drafts-caption-end =
    { $n ->
       *[other] { $n } 个猜测被接受，文本结束。
    }
drafts-tree-scroll = 猜测的图，可左右滚动
drafts-bonus = 奖励：全部接受之后，从目标模型抽取
drafts-correction = 修正：从目标模型仍想要的部分抽取
drafts-guess = 猜测：{ $token }
drafts-guess-accepted = { $token }：接受，p = { $p }，q = { $q }
drafts-guess-rejected = { $token }：拒绝，p = { $p }，q = { $q }
drafts-guess-untested = { $token }：未经检验
drafts-as-table = 以表格显示猜测
drafts-col-place = 位置
drafts-col-guess = 猜测
drafts-col-from = q 来自
drafts-col-overlap = 重叠
drafts-col-outcome = 结果
drafts-origin-model = 模型的一次前向
drafts-origin-ngram =
    { $n ->
        [0] 所有 token 的计数
       *[other] 最后 { $n } 个 token 之后的计数
    }
drafts-origin-lookup =
    { $n ->
       *[other] 文本的第 { $place } 个 token，在同样的 { $n } 个 token 之后
    }
drafts-origin-exit = 前 { $n } 层
drafts-origin-head = 预测头 { $n }
drafts-origin-carried =
    { $n ->
       *[other] 状态延续 { $n } 次
    }
drafts-text = 用这种方法写的文本：{ $way }
drafts-legend-guessed = 猜测并被接受
drafts-legend-own = 目标模型自己的
drafts-by-place = 各位置的 α
drafts-by-place-note = 一轮中第一、第二、第三个位置上 p 与 q 的平均重叠，只计检验过之处。
drafts-who-wins = 谁在哪里赢
drafts-who-wins-note = 每种方法在四类文本上的 τ，设置保持现状。目标模型自身不参加比赛。
drafts-best = 此处最好
drafts-survey = 在四类文本上比较
drafts-surveying = 正在比较……

## 连接起来的文本

sentences-two = { $first }{ $second }
rank-best = 最好
rank-second = 次优
rank-third = 第三好
rank-later =
    { $last ->
       *[other] 第 { $n } 好
    }

## 不能照原样使用的链接

link-constraint = { $given } 不是约束；它必须以 { $kinds } 开头；已忽略

## 贪心与束搜索

beams-search = 搜索
beams-scenario = 搜索的对象
beams-scenario-target = 训练好的目标模型
beams-scenario-all-texts = 一张表的全部 27 段文本
beams-scenario-ending = 会结束的文本
beams-table-hint = 一张手工制作的表，小到可以查看每一段可能的文本。搜索是真实的；提示和深度是固定的。
beams-prompt = 提示
beams-objectives = 其他目标（{ $on }）
beams-objectives-off = 关
beams-objectives-hint = 它们改变的是寻找什么。文本的得分仍是其对数之和。
beams-objective-penalty = 长度惩罚 a = { $a }
beams-objective-groups =
    { $n ->
       *[other] { $n } 组，多样性 { $penalty }
    }
beams-penalty-longer = 得分是负数。除以更大的数会使它们更接近 0，所以 a > 0 偏向较长的文本。
beams-penalty-shorter = 当 a {"\u003C"} 0 时，除数随文本变长而缩小：负的得分远离 0，所以较短的文本胜出。
beams-penalty-off = 关：文本的价值就是它的得分。
beams-stop = 停止搜索
beams-examples = 示例
beams-examples-hint = 选择一个，或输入自己的开头。
beams-example-win = 束搜索胜出
beams-claim-win = 四条束找到得分高得多的文本：贪心的第一个词更可能，但它后面的词不那么可能。
beams-example-worse = 得分更高，文本更差
beams-claim-worse = 四条束靠自我重复得到高得多的得分：可能的未必就好。
beams-example-shorter = 得分更高，文本更短
beams-claim-shorter = 每个 token 都有代价，所以八条束偏爱很快结束、内容很少的文本。
beams-example-products = 乘积耗尽
beams-claim-products = 十六个必须各不相同的组：最后一组的概率乘积在单精度下为 0，对数之和却不是。
beams-place = 第 { $level } 层，共 { $levels } 层 · 第 { $step } 步，共 { $steps } 步
beams-place-before = 第 1 层之前，共 { $levels } 层
beams-table-not-searched = 无法搜索这张表（{ $why }）。
beams-search-not-shown = 无法显示这次搜索（{ $why }）。
beams-save-json = 保存搜索（JSON）
beams-save-csv = 保存文本（CSV）
beams-save-svg = 保存树（SVG）
beams-save-png = 保存树（PNG）

# 搜索的各步：标题及说明。
beams-the-prompt = 提示
beams-title-prompt = 提示
beams-title-extend = 第 { $level } 层：延长
beams-title-extend-beam = 第 { $level } 层：延长第 { $beam } 条束，共 { $beams } 条
beams-title-prune = 第 { $level } 层：排序与剪枝
beams-title-finish = 第 { $level } 层：完成
beams-title-end = 结束
beams-caption-start =
    { $n ->
        [1] 现在只有提示。每一层用每个 token 延长每条活着的束，给所有文本排序，保留最好的一段，也就是贪心。
       *[other] 现在只有提示。每一层用每个 token 延长每条活着的束，给所有文本排序，保留最好的 { $n } 段。
    }
beams-dead-end = { $text } 之后什么也不能接：死路。这条束没有了。
beams-dead-end-prompt = 提示之后什么也不能接：死路。这条束没有了。
beams-after-prompt = 提示之后：{ $children }。
beams-after-text = { $text } 之后：{ $children }。
beams-child = { $token } 的代价是 { $cost }，得分变为 { $score }
beams-children = { $first }；{ $second }
beams-rest = { $others }共占概率 { $mass }。
beams-ranked =
    { $n ->
       *[other] { $n } 段文本按{ $by }排序；{ $stay }。
    }
beams-by-score = 得分
beams-by-objective = 得分 / 长度^a
beams-stay =
    { $n ->
       *[other] 留下 { $n } 段
    }
beams-ended-before =
    { $n ->
       *[other] 其中 { $n } 段先前已经结束，保持原样。
    }
beams-first-cut = 第一个被剪掉的 { $text } 差 { $margin }。
beams-falls-out = 已完成的 { $text } 以 { $margin } 之差出局。
beams-best-is = 最好的是 { $text }，得分 { $score }。
beams-text-at = { $text }（{ $score }）
beams-list = { $first }、{ $second }
beams-and = { $first } 和 { $second }
beams-caption-finish = 结束 token：{ $texts } 已完成。它不再被延长，只要得分够高就保住位置。
beams-best-text = 最好的文本：{ $text }，得分 { $score }。
beams-stop-finished = 每条束都已完成。
beams-stop-decided = 已定局：得分只会下降，没有活着的束能再超过已完成的。
beams-stop-depth = 已达到您要求的深度。
beams-stop-context = 模型的上下文已满：它看不到更多 token。
beams-stop-dead-end = 死路：每条束之后，所有 token 都被排除。

# 以表格显示这一层。
beams-level-table = 以表格显示这一层
beams-level-texts = 这一层的文本
beams-level-empty = 还没有延长任何文本。
beams-column-after = 之前的文本
beams-column-token = token
beams-column-score = 得分 s
beams-column-outcome = 结果
beams-outcome-kept = ● 保留，第 { $place } 位
beams-outcome-finished = ■ 完成，第 { $place } 位
beams-outcome-lacks = ✕ 差 { $margin }
beams-outcome-rest = 其余

# 贪心与最佳束对照。
beams-greedy-title = 贪心与最佳束对照
beams-greedy = 贪心
beams-best-beam = 最佳束
beams-both-begin = 两者都从提示开始。
beams-same-text = 贪心的文本就是最佳束：到目前为止两者相同。
beams-part-ranked = 两者在第 { $token } 个 token 处分开，束在那里取{ $rank }的 token，贪心取最好的：束的差距为 { $lead }。
beams-part-stopped = 两者在第 { $token } 个 token 处分开，束在那里取最好的 token，而贪心已经停止：束的差距为 { $lead }。
beams-overtakes = 束一直落后，直到第 { $token } 个 token 处反超：现在次优，以后更好。
beams-never-overtakes = 束始终没有追上。
beams-not-overtaken = 束到目前为止还没有追上。
beams-beam-leads = 总的来说，束领先 { $lead }：它的文本的概率是贪心的 { $times } 倍。
beams-greedy-leads = 总的来说，贪心领先 { $lead }：它的文本的概率是束的 { $times } 倍。更多的束并不保证什么。
beams-equal = 总的来说，两者相等。
beams-by-token = 逐个 token
beams-prefixes = 贪心与最佳束，逐个 token
beams-column-greedy = 贪心
beams-column-beam = 束
beams-column-sum = 和
beams-column-lead = 束领先
beams-column-note = 备注
beams-note-part = 分开
beams-note-overtakes = 反超

# 得分、代价、算术。
beams-scores-title = 现在的各束，最好的在前
beams-scores-empty = 一层排序之后，文本就会出现在这里。
beams-live-and-finished = 活着 { $live } 条，完成 { $finished } 条。
beams-choose-one = 选择一条查看它的算术。
beams-column-text = 文本
beams-column-group = 组
beams-column-length = 长度
beams-column-divisor = 长度^a
beams-column-objective = s / 长度^a
beams-column-state = 状态
beams-row-finished = ■ 完成
beams-row-live = ● 活着
beams-greedy-alone = 只有贪心
beams-cost-title = 代价
beams-cost-passes = 模型的前向次数
beams-cost-forks = 缓存分叉次数
beams-cost-fed = 送入的 token
beams-cost-without = 没有任何缓存时的 token
beams-cost-nothing = 还没有计算任何东西。
beams-cost-caches = 每条束有自己的缓存，由父束的缓存分叉而来。没有缓存，同样的前向要送入 { $factor } 倍的 token。
beams-cost-millis = 至今 { $total }，每次前向 { $pass }。
beams-arithmetic-title = 所选文本：对数与乘积
beams-arithmetic = 算术，逐个 token
beams-arithmetic-prompt = 提示没有代价：得分从提示的末尾算起。
beams-repeats =
    { $n ->
        [1] 前面的组在这一层取过一次它的最后一个 token：它的排序降低 { $lower }，为 { $at }。它的得分不变。
       *[other] 前面的组在这一层取过 { $n } 次它的最后一个 token：它的排序降低 { $lower }，为 { $at }。它的得分不变。
    }
beams-underflow = 概率的乘积随每个 token 缩小，而数有尽头：半精度低于 { $half }、单精度低于 { $single }、双精度低于 { $double } 时就会丢失位数（!），不久之后全都是 0，于是无法再区分各段文本。对数之和只是缓慢增长，而排序相同。
beams-precision-half = 半精度（f16）
beams-precision-single = 单精度（f32）
beams-precision-double = 双精度（f64）
beams-product-both = { $precision }：从第 { $imprecise } 个 token 起丢失位数，从第 { $zero } 个 token 起乘积为 0。
beams-product-zero = { $precision }：从第 { $zero } 个 token 起乘积为 0。
beams-product-imprecise = { $precision }：从第 { $imprecise } 个 token 起丢失位数。
beams-product-runs-out =
    { $n ->
       *[other] { $precision }：{ $n } 个 token 之后仍然精确。照此速度，到第 { $at } 个 token 处耗尽。
    }
beams-product-exact = { $precision }：仍然精确。

# 一张表的每段文本。
beams-proof-title = 查看每段文本的证明
beams-proof-none = 这里试过的束宽都没有找到最好的文本。
beams-proof-every = 这里试过的束宽都找到了最好的文本。
beams-proof-misses = B = { $missed } 错过了最好的文本；B = { $smallest } 在这张表上找到了它。
beams-proof-sure = 在任何有 V = { $v } 个词、t = { $t } 步的表上，B = V^(t−1) = { $enough } 一定能找到它：此时每个开头都保留到最后一步，而最后一步查看每段文本。B = V^t = { $all } 连最差的文本也保留。
beams-texts = 每段文本，最好的在前
beams-texts-caption =
    { $n ->
       *[other] 全部 { $n } 段文本，最好的在前
    }
beams-column-terms = log p，逐个 token
beams-column-found-by = 找到它的

## 搜索的树

tree-tools = 树
tree-zoom-out = 缩小
tree-zoom-in = 放大
tree-fit = 适合窗口
tree-follow = 跟随最好的
tree-hide-pruned = 隐藏剪掉的
tree-fold = 折叠所选
tree-unfold = 展开所选
tree-unfold-all = 全部展开
tree-of-texts = 文本的树
# 文本框内的标记：要短。
tree-prompt = 提示
tree-kept = ● 保留
tree-end = ■ 结束
tree-left = ○ 落下
tree-greedy = 贪心
tree-rest = { $others }：{ $mass }
tree-legend-finished = ■ 完成
tree-legend-pruned = ✕ 剪掉，附所差之数
tree-legend-left = ○ 落下
tree-legend-greedy = G 贪心（greedy）
tree-legend-keys = {" "}· 拖动可移动。在树中用键盘：方向键移动，Shift 加方向键选择文本，Enter 折叠它，+ 和 − 缩放，0 适合窗口，F 跟随。
tree-prompt-words = 提示，{ $tokens }：一切由此生长。
tree-node = { $token }：p { $prob }，log p { $log_prob }，在其文本之后排第 { $rank }；得分 { $score }；{ $what }
tree-node-margin = ，比最后一个保留的低 { $margin }
tree-node-group = ；第 { $group } 组
tree-node-greedy = ；贪心也走这里
tree-node-end = 。
tree-state-candidate = 尚未排序
tree-state-live = 保留：继续
tree-state-finished = 完成：以其得分冻结
tree-state-inner = 仍被保留的文本的一部分
tree-state-overtaken = 曾被保留，但现在没有保留的文本以它开头
tree-state-dead-end = 死路：什么也不能接
tree-state-pruned = 剪掉
tree-state-displaced = 已完成，后被挤出

## 约束解码

constraints-story = 文本，逐步
constraints-begin = 从这里开始
constraints-begin-own = 您自己的设置
constraints-preset-list = 数字列表
constraints-preset-digits = 只有数字
constraints-preset-date = 日期
constraints-preset-sentence = 一个句子
constraints-preset-cat = JSON 中的一只猫
constraints-preset-dead-end = 死路：top-k 在掩码之前
constraints-kind = 文本必须是
constraints-kind-digits = 只有数字
constraints-kind-list = 列表 [ d (, d)* ]
constraints-kind-regex = 正则表达式
constraints-kind-json = JSON 模式
constraints-kept = 舞台上的内容是用上一个可用的约束生成的。
constraints-bad-count = { $field } 是一个整数，留空则没有限制；保留原来的值。
constraints-no-bound = 不限
constraints-least = 至少
constraints-most = 至多
constraints-most-items = 至多这么多项
constraints-list-hint = 以逗号分隔的单个数字，没有空白；或里面什么也没有的 [ ]。
constraints-example = 选择一个示例
constraints-example-none = 选择一个示例……
constraints-example-yes-no = 是或否
constraints-example-words = 三个短词
constraints-example-boolean = 一个布尔值
constraints-example-lists = 数的列表的列表
constraints-pattern = 表达式
constraints-pattern-hint = 整个续写都必须匹配；语法同 Rust 的 regex 库
constraints-schema = JSON 模式
constraints-schema-hint = 可读取：type、properties、required、items、enum、const、anyOf、minLength、maxLength、minItems、maxItems、minimum、maximum。一切都有界限，所以没有无穷的文本：除非模式另有规定，字符串至多 { $length } 个字符，列表至多 { $items } 项；数的小数点前至多 { $whole } 位，后至多 { $fraction } 位；嵌套至多 { $nesting } 层。属性按模式中的顺序出现，“,”和“:”之后至多一个空格。
constraints-order = 掩码放在
constraints-order-first = 过滤器之前
constraints-order-first-hint = 先掩码，再温度、top-k、top-p、min-p
constraints-order-last = 过滤器之后
constraints-order-last-hint = 错误的顺序：可能什么也不剩
constraints-way-out = 遇到死路时
constraints-backtrack = 回退
constraints-repair = 修复
constraints-reject = 拒绝
constraints-backtrack-does = 撤回最后一个 token，在该处禁止它，并在那里重新抽取。
constraints-repair-does = 强制写出能补全它的最短文本，不管模型怎么看。
constraints-reject-does = 文本在此结束，并说明它不完整。
constraints-with-draft = 使用草稿模型
constraints-with-draft-hint = 在同一掩码下推测采样
constraints-with-beams = 使用束搜索
constraints-with-beams-hint = 在同一掩码下进行束搜索
constraints-place = 第 { $token } 个 token，共 { $tokens } 个 · 第 { $step } 步，共 { $steps } 步
constraints-place-before = 第 1 个 token 之前，共 { $tokens } 个
constraints-contradicts = 无法显示这段文本：其中的事实相互矛盾（{ $why }）。
constraints-not-shown = 无法显示这段文本（{ $why }）。

# 到目前为止的文本。
constraints-text-title = 到目前为止的文本，逐个 token
constraints-key-drawn = 抽取
constraints-key-forced = ⚑ 强制
constraints-drawn-under = 在掩码下抽取
constraints-forced-by = 因修复而强制
constraints-taken-back = 已撤回：
constraints-end-complete = 完整
constraints-end-repaired = 完整，但是强制的
constraints-end-context = 不完整：模型的上下文已满
constraints-end-empty = 不完整：没有可续写的内容
constraints-end-stopped = 不完整：已停止
constraints-end-length = 不完整：文本达到了允许的最大长度
constraints-end-rejected = 不完整：没有剩下可选的 token

# 一个 token 的各步：标题及说明。
constraints-title-before = 第一个 token 之前
constraints-title-raw = 模型自身的分布
constraints-title-mask = 掩码
constraints-title-renormalise = 剩下的，除以其质量
constraints-title-draw = 抽取
constraints-title-move = 自动机移动
constraints-title-dead-end = 死路
constraints-title-way-out = 出路
constraints-nothing-drawn = 还没有抽取 token。
constraints-opening = 语法从提示之后开始。按 → 查看第一个 token 如何选出。
constraints-waits-problem = 这个约束还不能使用：请看它下面的消息。
constraints-raw = 模型给它的 { $n } 个 token 各一个概率；它对语法一无所知。
constraints-raw-best = 它最偏爱 { $token }，概率 { $prob }。
constraints-mask =
    { $n ->
        [0] 语法要求：{ $expects }。没有一个 token 合法；其余全部划去。模型给合法 token 的概率为 { $mass }。
       *[other] 语法要求：{ $expects }。{ $all } 个 token 中有 { $n } 个合法；其余全部划去。模型给合法 token 的概率为 { $mass }。
    }
constraints-mask-fight = 低于 { $share }：语法在与模型对抗。
constraints-fight = 低于 { $share }：语法在与模型对抗
constraints-renormalise = 剩下的除以它们的和 { $mass }。这就是只对合法 logits 的 softmax，也是模型在“该 token 合法”这一条件下的分布。
constraints-draw = 硬币落在 { $coin }，抽出 { $token }：{ $prob }，而模型自身只给它 { $raw }。
constraints-draw-filtered = 硬币落在 { $coin }，抽出 { $token }：经过温度和过滤器后为 { $prob }，而模型自身只给它 { $raw }。
constraints-move-end = 文本的结尾：语法只在文本完整之处允许它。
constraints-move =
    { $n ->
        [1] { $token } 是一个字节，自动机移动一步：从 { $from } 到 { $to }。
       *[other] { $token } 跨越 { $n } 个字节，所以自动机移动 { $n } 步：从 { $from } 到 { $to }。它之所以允许，是因为其中每一步都允许。
    }
constraints-dead-no-token = 词表中没有 token 能开始语法所要求的内容。
constraints-dead-filters = 过滤器在前，只留下语法禁止的 token；{ $n } 个合法的早已被去掉。
constraints-dead-excluded = 语法允许一些 token，而链中的其余各级把它们全部排除。
constraints-dead-taken-back = 这里能抽取的每个 token 都已被撤回。
constraints-dead-nothing = 什么也抽不出来。空的分布不是分布：总得有所让步。
constraints-out-backtrack = 回退：撤回 { $token } 并在该处禁止它，然后用新的硬币在那里重新抽取。
constraints-out-repair =
    { $n ->
       *[other] 修复：强制写出 { $tokens }，这是通向完整文本的最短路径。没有询问模型。
    }
constraints-out-nothing-left = 没有可撤回的了。文本被拒绝：什么也没有输出。
constraints-out-no-completion = 没有 token 能拼出补全，所以无法强制。文本被拒绝。
constraints-out-reject = 拒绝：文本在此结束，并如实说明。没有输出任何不合法的内容。
constraints-event-took-back = 死路：撤回 { $token }
constraints-event-forced = 死路：强制 { $tokens }
constraints-event-rejected = 死路：拒绝

# 两个分布。
constraints-save-json = 保存文本（JSON）
constraints-of = { $n } / { $all }
constraints-not-asked = 尚未询问
constraints-not-measured = 未测量
constraints-fact-legal = 合法 token
constraints-fact-feasible = 可行质量
constraints-fact-drawable = 过滤后可抽取
constraints-fact-time = 掩码用时
constraints-row-taken-back = 已撤回
constraints-row-illegal = 不合法
constraints-row-drawn = 抽中
constraints-row-legal = 合法
constraints-others-legal =
    { $n ->
       *[other] 另外 { $n } 个合法
    }
constraints-others-illegal =
    { $n ->
       *[other] 另外 { $n } 个不合法
    }
constraints-rows-caption = 最可能的 token 和最可能的合法 token，掩码之前与之后
constraints-column-token = token
constraints-column-given-legal = p(x | 合法)
constraints-column-filtered = 过滤后
constraints-column-said = 语法的判断
constraints-under-mask = 掩码下
constraints-free = 自由
constraints-key-illegal = 不合法：划去
constraints-key-filtered = 经过温度和过滤器

# 自动机与栈。
constraints-stack-title = 栈：未关闭的值，最内层在上
constraints-automaton-title = 字节自动机
constraints-automaton-empty = 舞台上一有文本就会绘制。
constraints-text-ended = 文本已结束。
constraints-text-complete = 文本完整：可以在此结束。
constraints-text-goes-on = 文本不能在此结束。
constraints-now = 现在：<b>{ $place }</b>。接下来可以是：<b>{ $expects }</b>
constraints-bytes =
    { $n ->
       *[other] （256 个字节中的 { $n } 个）。
    }
constraints-moves = 这个 token 的移动，逐个字节
constraints-opens = ↑ 打开
constraints-closes = ↓ 关闭
constraints-circles = 双圈：文本可以在那里结束。
constraints-not-drawn =
    { $n ->
       *[other] 另有 { $n } 个状态未画出：这是附近的部分。
    }
constraints-save-svg = 将自动机保存为 SVG
constraints-save-png = 将自动机保存为 PNG
constraints-edges = 边的表格
constraints-edge-from = 从
constraints-edge-bytes = 字节
constraints-edge-to = 到
constraints-edge-moves = 现在的移动
constraints-open-values = 未关闭的值，最内层在前
constraints-stack-empty = 空：每个值都已关闭
constraints-frame-expects = 期待：{ $expects }
automaton-states =
    { $n ->
       *[other] 有 { $n } 个状态的自动机。
    }
automaton-states-some = 有 { $n } 个状态的自动机，画出了其中 { $drawn } 个。
automaton-now = 现在处于状态 { $state }，{ $name }。
automaton-now-end = 现在处于状态 { $state }，{ $name }；文本可以在此结束。
# 图中的标签：要短。
automaton-here = ◀ 现在
automaton-any = 几乎任意
automaton-beyond-ascii = 非 ASCII

# 掩码 softmax 与取条件。
constraints-conditioning-title = 掩码 softmax = 给定允许集合时模型的分布
constraints-for-token = 对于 token
constraints-token = token
constraints-sum-own = p(x)，模型自身的
constraints-sum-mass = ÷ 可行质量，合法 token 的 Σ p
constraints-sum-quotient = = p(x | 合法)
constraints-sum-softmax = 对合法 logits 的 softmax
constraints-sum-difference = 差
constraints-difference-words = 在全部 { $n } 个 token 中，最大的差是 { $difference }：只是舍入。
constraints-conditioning-empty = 这里没有合法 token 有概率，所以没有什么可除。

# 试一段文本。
constraints-try-title = 接下来可以是什么
constraints-try-field = 试一段文本的开头
constraints-try-table = 文本的开头
constraints-try-after = 之前
constraints-try-so-far = 至今
constraints-try-next = 接下来
constraints-try-column-tokens = token
constraints-try-nothing = （空）
constraints-try-complete = ✓ 完整
constraints-try-legal = ✓ 至今合法
constraints-try-illegal = ✕ 不合法
constraints-try-tokens =
    { $n ->
       *[other] { $n } 个 token：{ $tokens }
    }
constraints-try-should =
    { $n ->
       *[other] { $n } 个字节之后本应是：{ $expected }
    }
constraints-try-none = 没有 token

# 同一掩码下的推测与束搜索。
constraints-draft-title = 使用<draft>草稿模型</draft>：对 p 和 q 使用同一掩码
constraints-draft-empty = 文本一写好就会运行。
constraints-draft-legal =
    { $n ->
       *[other] 输出的 { $n } 个 token 全部合法，{ $end }。
    }
constraints-draft-illegal =
    { $n ->
       *[other] 输出的 token 并非全部合法，{ $end }。
    }
constraints-draft-complete = 文本完整
constraints-draft-context = 文本不完整：模型的上下文已满
constraints-draft-length = 文本不完整：它达到了允许的最大长度
constraints-draft-order = 这里掩码总在过滤器之前，不论上面的文本选了什么：没有死路。
constraints-draft-same = 它与上面的文本完全相同。
constraints-draft-other = 它是同一分布的另一次抽取：硬币的用法不同。温度为 0 时两者完全相同。
constraints-draft-cycles = 轮次
constraints-dropped =
    { $n ->
       *[other] 丢弃 { $n } 个
    }
constraints-draft-link = 在实验室{ $lab }中逐步查看这些轮次
constraints-rate = 比率
constraints-rate-drafted = 接受/草稿
constraints-rate-tested = 接受/检验
constraints-rate-overlap = 平均重叠 Σ min(p, q)
constraints-rate-tokens = 每轮 token 数 τ
constraints-beams-title = 使用 { $n } 条束：掩码下与自由时的最好文本
constraints-beams-empty = 文本一写好就会开始搜索。
constraints-beams-hint = 得分是对数概率之和（nat）：掩码下的得分属于掩码后的分布，所以只能比较同一侧的文本。没有温度，没有过滤器：只有掩码。
constraints-beam-end = 如何结束
constraints-beam-ended = ✓ 结束
constraints-beam-cut = 在上限处截断

# 所有步骤。
constraints-steps-title = 到目前为止显示的所有步骤
constraints-steps-table = 步骤表
constraints-steps-step = 步
constraints-steps-token = token
constraints-steps-legal = 合法
constraints-steps-feasible = 可行质量
constraints-steps-under = 掩码下
constraints-steps-millis = 掩码，毫秒
constraints-mask-times = 对整个词表做一次掩码平均用时 { $mean }，最多 { $most }。
constraints-mask-times-none = 目标模型在此运行时会测量掩码的用时。

## 语法期待什么，处于何处，以及它有什么问题

grammar-list = { $first }、{ $second }
grammar-or = { $first }或{ $second }
grammar-and = { $first }和{ $second }
grammar-nothing = 没有：文本已结束
grammar-end = 文本的结尾
grammar-digit = 一个数字
grammar-letter = 一个字母
grammar-small-letter = 一个小写字母
grammar-capital-letter = 一个大写字母
grammar-any = 任意字符
grammar-any-but = 除 { $missing } 外的任意字符
grammar-space = 一个空格
grammar-line-end = 一个换行
grammar-tab = 一个制表符
grammar-byte = 字节 { $byte }
grammar-beyond-ascii = 一个 ASCII 以外的字符
grammar-rest-of-character = 一个字符的剩余部分
grammar-key = 键{ $name }
grammar-rest-of-key = 键{ $name }的剩余部分
grammar-character = 字符串中的一个字符
grammar-escape = 转义的剩余部分，如{ $first }或{ $second }
grammar-hex-digit = 一个十六进制数字
grammar-object = 一个对象
grammar-a-list = 一个列表
grammar-string = 一个字符串
grammar-integer = 一个整数
grammar-number = 一个数
grammar-one-of-many = { $n } 个值之一，如{ $example }
grammar-state-start = 起点
grammar-state-digits =
    { $n ->
       *[other] { $n } 位数字
    }
grammar-state-digits-more = { $n } 位以上
grammar-state-after = { $text } 之后
grammar-state-digit = 数字之后
grammar-state-digit-number = 第 { $n } 个数字后
grammar-state-comma-number = 第 { $n } 个逗号后
grammar-state-closed = 已关闭
grammar-the-text = 文本
grammar-item = 第 { $n } 项
grammar-place = { $path }：{ $name }，{ $progress }
grammar-all-closed = 全部已关闭
grammar-due = 未开始
grammar-begun = 已开始
grammar-opened = 已打开
grammar-within-key = 在键之中
grammar-after-key = 在键{ $name }之后
grammar-property = 属性{ $name }
grammar-after-comma = 逗号之后
grammar-items = 第 { $n } 项，至多 { $most } 项
grammar-characters = { $n } 个字符，至多 { $most } 个
grammar-after-sign = 符号之后
grammar-zero = 小数点前的 0
grammar-digits = { $n } 位，至多 { $most } 位
grammar-after-point = 小数点之后
grammar-fraction-digits = 小数点后 { $n } 位，至多 { $most } 位
grammar-error-kind = { $given } 不是约束；它必须以 { $kinds } 开头。
grammar-error-regex = 这个正则表达式在第 { $n } 个字符处无法读取：{ $fault }。
grammar-error-json = 这个模式不是 JSON：{ $why }。
grammar-error-schema = { $path } 处的模式无法使用：{ $why }。
grammar-error-keyword = { $path } 处的模式关键字{ $keyword }无法使用：{ $why }。
grammar-error-unsupported = 不支持 { $path } 处的模式关键字{ $keyword }。
grammar-error-unsatisfiable = 没有任何文本能满足这个约束：{ $why }。
grammar-error-unsatisfiable-at = 没有任何文本能满足 { $path } 处的模式：{ $why }。
grammar-error-large = 这个约束太大：{ $what }最多为 { $limit }。
grammar-fault-at = { $fault }（在{ $character }处）
grammar-fault-at-end = { $fault }（在末尾）
grammar-fault-unclosed-group = 分组没有关闭
grammar-fault-unopened-group = 分组没有打开
grammar-fault-unclosed-class = 字符类没有关闭
grammar-fault-range = 字符类的范围前后颠倒
grammar-fault-nothing-to-repeat = 重复符号之前没有可重复的内容
grammar-fault-unclosed-count = 计数重复没有关闭
grammar-fault-no-count = 计数重复需要一个数
grammar-fault-count = 重复次数前后颠倒
grammar-fault-unfinished-escape = 末尾的转义序列不完整
grammar-fault-unknown-escape = 未知的转义序列
grammar-fault-back-reference = 不支持反向引用
grammar-fault-look-around = 不支持前瞻和后顾
grammar-fault-word-boundary = 不支持所有文字的词边界；ASCII 的请写作 (?-u:\b)
grammar-fault-no-object = 模式必须是对象
grammar-fault-says-nothing = 它需要{ $keywords }之一
grammar-fault-count-to = 它必须是 0 到 { $most } 的整数
grammar-fault-no-schemas = 它必须是模式的列表
grammar-fault-no-type = 它必须是 { $types } 之一，或它们的列表
grammar-fault-begin-alike = 有两个选项都以{ $character }开头；它们的第一个字符必须不同
grammar-fault-no-items = 列表需要其各项的模式
grammar-fault-no-properties = 它必须是由模式组成的对象
grammar-fault-no-boolean = 它必须是 true 或 false；没有列出的属性从不写出
grammar-fault-no-names = 它必须是名称的列表
grammar-fault-no-such-property = 它列出了{ $name }，而它不在属性之中
grammar-fault-no-values = 它必须是值的列表
grammar-fault-beside = 它不能与{ $keyword }并列
grammar-fault-no-whole-number = 它必须是整数
grammar-fault-bounds = 只支持单独的{ $keyword }为 0，或整数的上下两个界限，相差至多 { $most }
grammar-no-digits = 没有文本至少有 { $least } 位、至多有 { $most } 位数字
grammar-no-list = 不存在这样的列表
grammar-no-match = 没有文本匹配这个正则表达式
grammar-no-bounds = { $first }是 { $least }，而{ $second }是 { $most }
grammar-no-choice = 没有可选的内容
grammar-no-value = 列表中没有类型正确的值
grammar-excess-digits = 数字的位数
grammar-excess-items = 项数
grammar-excess-states = 这个正则表达式的自动机的状态数
grammar-excess-schema = 这个模式的字节数
grammar-excess-text = { $path } 的最短文本的字节数
grammar-excess-nesting = { $path } 的嵌套层数
grammar-excess-values = { $path } 的值的字节数

## 其他页面中的图

chapter-no-figure = 本章没有名为 { $name } 的图；显示整章。
embed-figure = 嵌入此图

## What the engine refuses, and why.
fault-config-unreadable = 无法读取 { $model }/config.json（{ $detail }）；它必须是 Hugging Face 上 Llama 模型的 config.json
fault-config-unsupported = { $model } 不能在这里运行：{ $feature }；请选择普通的 Llama 模型
fault-config-impossible = { $model }/config.json 自相矛盾：{ $detail }；请使用与权重配套的文件
fault-weights-unreadable = { $model }/model.safetensors 已损坏或不完整（收到 { $n_bytes } 字节）；请重新下载
fault-missing-tensor = { $model }/model.safetensors 中没有张量 { $tensor }；它的 config.json 可能属于另一个模型
fault-unexpected-tensor = { $model }/model.safetensors 中有 config.json 没有声明的张量 { $tensor }；这不是普通的 Llama 模型
fault-wrong-shape = { $model } 的张量 { $tensor } 形状为 { $found }，而 config.json 给出 { $expected }；这两个文件不配套
fault-wrong-number-type = { $model } 的张量 { $tensor } 含有 { $dtype } 类型的数；只能读取 F32、F16 和 BF16：请把模型保存为其中之一
fault-weights-not-finite = { $model } 的张量 { $tensor } 含有非有限的数；训练或下载出了问题
fault-tokenizer-unreadable = 无法读取 { $model }/tokenizer.json（{ $detail }）；它必须是 crate `tokenizers` 写出的文件
fault-tokenizer-unsupported = { $model } 的分词器不能在这里使用：{ $detail }；只支持字节级 BPE，因为它不会丢失文本的任何字节
fault-tokenizer-lossy = 分词器改变了输入的文本：“{ $given }” 变成了 “{ $back }”；这样的分词器不能在这里使用
fault-vocabulary-too-small = { $model } 只认识 { $model_size } 个 token，而它的分词器有 { $tokenizer_size } 个；这些文件不配套
fault-special-token-outside = { $model }/config.json 把 token { $token } 作为 { $role }，但分词器只有 { $tokenizer_size } 个 token
fault-vocabulary-mismatch = 草稿模型 { $draft }（{ $draft_size } 个 token）与目标模型 { $target }（{ $target_size } 个 token）的词表不同：token { $token } 在草稿中是 { $draft_token }，在目标中是 { $target_token }；请选择使用同一分词器的两个模型
fault-path-outside-vocabulary = 路径中有 token { $token }，但模型只认识 { $vocab_size } 个；请回到提示
fault-constraint = { $why }
fault-no-room-after-prompt = 提示有 { $n_prompt } 个 token，没有空间再放 { $n_more } 个：模型最多看到 { $context_len } 个；请缩短提示
fault-prompt-too-long = 提示有 { $n_tokens } 个 token，而模型最多看到 { $context_len } 个；请缩短提示
fault-context-full = 文本已达到模型 { $context_len } 个 token 的上限（已有 { $n_cached } 个，又给了 { $n_more } 个）；请从更短的文本开始
fault-token-outside = { $model } 收到 token { $token }，但它只有 { $vocab_size } 个；这是本程序的错误
fault-logits-not-finite = { $model } 在 { $n_tokens } 个 token 之后算出了非有限的数；它的权重已损坏：请重新加载，或换一个模型
fault-arithmetic = 内部步骤失败（{ $doing }）；这是本程序的错误（{ $source }）
fault-file-unreadable = 无法读取 { $path }（{ $detail }）；模型文件夹应包含 config.json、model.safetensors 和 tokenizer.json
fault-fetch-status = 无法获取 { $url }：服务器返回 { $status }；请检查模型文件是否与页面放在一起
fault-fetch-failed = 无法获取 { $url }：连接在 { $n_bytes } 字节后失败（{ $detail }）；请检查网络后重试
fault-fetch-short = { $url } 提前结束：{ $expected_bytes } 字节中只收到 { $n_bytes } 字节；请重试
fault-opened-unreadable = 无法读取 { $file }（{ $detail }）；如果文件已更改或已不在，请重新打开
fault-too-large = { $model } 大约需要 { $needed_mb } MB 内存，而这里最多只有 { $most_mb } MB；请使用更小的模型
fault-no-memory = { $model } 大约需要 { $needed_mb } MB 内存，而浏览器没有给这么多；请关闭其他页面，或使用更小的模型
fault-gpu = { $why }；CPU 同样可以完成所有计算
fault-prompt-empty = 没有可以续写的内容；请输入提示
fault-other-target = { $model } 属于另一个目标模型，不是 { $target }；住在目标模型里的东西只为它自己猜
fault-no-inner-states = 参考实现不公开它的内部状态；要看这种方式，请选择其他内核
fault-other-tokens = 用来计数的文本所用的词元与 { $target } 的不同
fault-not-loaded = 模型尚未加载；请稍候，或重新加载
fault-request-unreadable = worker 收到了无法读取的内容
