# The page's texts in English: the texts that every other language translates, and falls back on.
#
# A key begins with its area. Numbers come in ready to be read; counts choose among plural forms.
# Words between tags, such as <draft>…</draft>, are drawn in the model's colour; keep the tags.

## The language itself

# The language's own name, as its speakers write it.
language-name = English
# The list of languages in the header.
language-choice = Language
language-failed = The texts of this language could not be fetched. The page stays as it is.

## Numbers, quotes, counts

number-decimal = .
number-group = ,
# From this number on, thousands stand apart.
number-group-from = 1000
number-percent = { $number }%
quote-open = “
quote-close = ”
count-tokens =
    { $n ->
        [one] { $n } token
       *[other] { $n } tokens
    }
count-positions =
    { $n ->
        [one] { $n } position
       *[other] { $n } positions
    }
count-target-passes =
    { $n ->
        [one] { $n } target pass
       *[other] { $n } target passes
    }
count-others =
    { $n ->
        [one] { $n } other
       *[other] { $n } others
    }
size-kilobytes = { $n } KB
size-megabytes = { $n } MB
time-seconds = { $n } s
time-milliseconds = { $n } ms

## Header, dialogs, playback

site-title = Decoding Lab
site-title-of = { $page } – Decoding Lab
shell-skip = Skip to the content
shell-pages = Textbook
shell-labs = Labs
shell-settings = Settings
shell-settings-close = Close settings
shell-close = Close
shell-keys = Keys
shell-how-it-works = How it works
theme-is = Theme: { $name }
theme-auto = Auto
theme-light = Light
theme-dark = Dark
keys-in-fields = In the prompt and other text fields, keys type.
keys-space = Space
keys-space-does = Play or pause
keys-right-does = One step on
keys-left-does = One step back
keys-next = Shift →  or  Page Down
keys-next-does = To the end of this cycle, then of the next
keys-previous = Shift ←  or  Page Up
keys-previous-does = To the end of the cycle before
keys-home = Home
keys-home-does = Back to the prompt
keys-end = End
keys-end-does = To the end of the story
keys-help-does = This list
playback-label = Playback
playback-restart = Restart
playback-back = Step back
playback-play = Play
playback-pause = Pause
playback-step = Step
playback-next-cycle = Next cycle
playback-next-token = Next token
playback-next-proof = Next proof
playback-next-level = Next level
playback-to-end = Run to end
playback-place = Place in the story
playback-speed = Speed
playback-speed-value = { $n }×
place-cycle = cycle { $cycle } of { $cycles } · step { $step } of { $steps }
place-before-cycle = before cycle 1 of { $cycles }

## Messages for the reader

notice-dismiss = Dismiss
notice-dismiss-this = Dismiss this message
notice-try-again = Try again
notice-restart = Restart the models
notice-what-stays = What is on the page stays; the models need a fresh start.
notice-not-run = This could not be run: { $why }
notice-worker-silent = The part of the page that runs the models has stopped answering.
notice-not-saved = This browser did not let the page save the file.
notice-picture-not-saved = This browser did not let the page save the picture.
notice-not-read = The file could not be read.
notice-mismatch = The page’s own arithmetic does not agree with the worker’s ({ $what }); please report this.
notice-bad-seed = A seed is a whole number from 0 to { $most }; the old one is kept.
notice-trace-refused = This trace cannot be shown: { $why }.
notice-trace-contradicts = This trace cannot be shown: its facts contradict each other ({ $why }).
notice-file-not-opened = The file could not be opened: { $why }.
notice-example-not-opened = The recorded example could not be opened: { $why }.
notice-run-not-shown = The run could not be shown ({ $why }).

## What a link has wrong

link-clamped = { $name } = { $given } is out of range; { $used } is used
link-no-number = { $name } = { $given } is not a number; { $used } is used
link-drafts-known = what is known
link-no-choice = { $name } = { $given } is no choice; { $used } is used
link-bad-numbers = { $name } = { $given } cannot be used: { $wanted }, joined by _; the usual ones are used
link-numbers-v = 8 numbers from 1 to 20
link-numbers-alphas = 1 to 8 numbers from 0 to 1
link-numbers-tree = guesses after each guess, level by level, 15 in all at most
link-bad-order = “{ $given }” is no order of the stages; the usual one is used
link-bad-bias = bias = { $given } cannot be used: a token's number, _, and a bias from -{ $bias } to { $bias }; { $most } at most
link-bad-stop = the stop string “{ $given }” cannot be used: up to { $bytes } bytes each; { $most } at most
link-bad-distribution = “{ $given }” is no distribution: { $least } to { $most } numbers joined by _ that add up to 1; the usual one is used
link-unequal-distributions = p and q must both be given, over the same tokens; the usual ones are used
link-no-mistake = there is no mistake “{ $given }”; it is done rightly
link-no-scenario = there is no scenario “{ $given }”; the trained models are used
link-prompt-cut = the prompt was longer than { $bytes } bytes and was cut
link-constraint-too-long = the constraint has { $bytes } bytes, and { $most } is the most; it was left out

## What is wrong with a recording

recording-no-proof = this is no recorded proof: { $why }
recording-no-measurement = this is no recorded measurement: { $why }
recording-layout = this recording has layout { $found }; this page reads layout { $wanted }
recording-tokens = this recording names tokens that its vocabulary lacks
recording-cycles = the cycles in this recording contradict themselves
recording-settings = the settings in this recording are out of range
recording-distributions = p and q in this recording are not two distributions over the same { $least } to { $most } tokens
recording-counts = the counts in this recording contradict its settings

## Settings that several labs share

settings-stage = What is on stage
settings-models = Trained models
settings-case-correction = Case 1: a correction
settings-case-bonus = Case 2: a bonus
settings-case-hint = A lesson case. The distributions are written by hand so that the story comes out; the decoder and its coins are the real ones. Its settings are fixed.
settings-prompt-and-settings = Prompt and settings
settings-constraint = Under a constraint
settings-constraint-hint = the same mask on p and on q, before everything else
settings-constraint-drop = Let the text be free
settings-prompt = Story so far
settings-opening = Choose an opening
settings-opening-none = Choose an opening …
settings-seed = Seed
settings-next-seed = Next seed
settings-seed-hint = the same seed tells the same story
settings-stop = Stop the models
settings-open-trace = Open a trace …
settings-open-search = Open a search …
settings-open-text = Open a text …
settings-open-measurement = Open a measurement …
settings-open-logits = Open logits …
settings-open-trials = Open trials …
settings-trace-file = A trace file
settings-off = Off

## The models

engine-starting = Starting the models …
engine-loading = Loading the models: { $loaded }
engine-loading-of = Loading the models: { $loaded } of { $total }
engine-meanwhile = To be computed with { $kernels }. Meanwhile what is on stage stays there.
engine-no-worker = This browser does not let the page start a worker.
engine-other-version = The worker and this page are of different versions; reload the page.
engine-stopped = The part of the page that runs the models did not start or stopped working.
engine-loaded = Loaded in { $time }. Both run here, in your browser, computed with { $kernels }.
engine-not-running = The models are not running.
engine-computed-with = Computed with
engine-target = <target>target</target> { $size } · { $precision }
engine-draft = <draft>draft</draft> { $size } · { $precision }
engine-draft-itself = <draft>draft</draft> the target itself
models-target = Target model
models-draft = Draft model
models-option = { $name } · { $parameters } · { $size }
models-option-itself = the target itself · nothing more to load
models-option-opened = { $name } · { $size } on this device
models-usual-effect = The usual target: it stays on its sentence, and loses its thread after a few.
models-smaller-effect = A target with a third of the weights: quicker to fetch and to run, and short-sighted.
models-opened-target-effect = A model that you have opened.
models-small-effect = A small model that has learnt to guess what the target writes.
models-poor-effect = A far smaller one that guesses badly: most of its tokens are rejected, and the text follows the target’s law all the same.
models-target-effect = The same weights for both, so p = q: every token is accepted, and nothing is gained.
models-opened-effect = A model that you have opened. It knows the target’s tokens.
models-own = Models of your own
models-own-hint = A Llama model as Hugging Face lays it out: config.json, model.safetensors and tokenizer.json (byte-level BPE), picked together or as a folder. It is read in this browser, sent nowhere, and stays until you leave this page.
models-open-target = Open a target …
models-open-target-folder = Open a target’s folder …
models-open-draft = Open a draft …
models-open-draft-folder = Open a draft’s folder …
models-target-opened = { $name } is the target ({ $size } on this device).
models-own-draft = It is its own draft, because a draft must know the same tokens. You can open a smaller one.
models-back = Back to { $name }
models-not-used = Cannot be used: { $why } The models from before go on.
models-fault-nothing = no files were picked.
models-fault-missing = { $file } is not among the files. Pick config.json, model.safetensors and tokenizer.json together.
models-fault-parts = the weights are in several files. Save the model with all of them in one model.safetensors.
models-fault-several = more than one of the files could be { $file }. Pick one model at a time.
kernels-reference = the reference, in f32
kernels-scalar = scalar f32
kernels-simd = SIMD, in f32
kernels-relaxed = relaxed SIMD, in f32
kernels-int8 = int8
kernels-gpu = WebGPU, in f32
kernels-gpu-int8 = WebGPU, in int8
kernels-reference-effect = The forward pass of a general library, made for models of every size. All others are tested against it.
kernels-scalar-effect = One product at a time, as without SIMD. Slower, and the same text to the last bit.
kernels-simd-effect = Four products in one instruction, four sums in the next. The same bits in every browser.
kernels-relaxed-effect = Four products and four sums in one instruction. The last bits may differ from one processor to another.
kernels-int8-effect = Weights in 7 bits, inputs in 8: a quarter of the memory, several times the products in one instruction. Probabilities shift a little, the same way in every browser.
kernels-gpu-effect = The target runs on the graphics processor, the draft on the CPU. There a pass over several tokens costs hardly more than one over a single token. The last bits are the device’s own.
kernels-gpu-int8-effect = The target runs on the graphics processor, with weights in 7 bits that are unpacked as they are read; the draft on the CPU, in int8.
kernels-relaxed-name = relaxed SIMD
kernels-simd-name = SIMD
kernels-scalar-name = scalar code
kernels-pick-other = { $time } ({ $kernels })
kernels-picked = Picked for this device: { $kernels }, { $time } against { $others }, for the products of one token.
kernels-would-pick = This device would pick: { $kernels }, { $time } against { $others }, for the products of one token.
gpu-times = Measured on { $device }: a pass over one token takes { $gpu }, on the CPU { $cpu }; over { $several } tokens it takes { $gpumore } ({ $gpugrowth } times as long), on the CPU { $cpumore } ({ $cpugrowth } times).
gpu-faster = The graphics processor is the faster one for both.
gpu-slower = The CPU is the faster one for both.
gpu-faster-for-several = For one token the CPU is faster, for several in one pass the graphics processor: speculation pays off here.
gpu-faster-for-one = For one token the graphics processor is faster, for several in one pass the CPU.
device-estimated = Estimated for { $device }, from the dispatches and the bytes of a pass: over one token { $gpu }, on the CPU { $cpu }; over { $several } tokens { $gpumore }, on the CPU { $cpumore }.
device-measured = Measured earlier on { $device }: over one token { $gpu }, on the CPU { $cpu }; over { $several } tokens { $gpumore }, on the CPU { $cpumore }.
device-pick = { $grounds } { $verdict }
device-job-one = Passes of this lab are over one token: { $here } on the CPU, { $there } on the graphics processor.
device-job-cycle =
    { $gamma ->
        [one] A cycle of this lab is one pass of the draft on the CPU and one of the target over { $n } tokens: { $here } with the target on the CPU, { $there } with the target on the graphics processor.
       *[other] A cycle of this lab is { $gamma } passes of the draft on the CPU and one of the target over { $n } tokens: { $here } with the target on the CPU, { $there } with the target on the graphics processor.
    }
device-job-together = Passes of this lab are over up to { $n } tokens: { $here } on the CPU, { $there } on the graphics processor.
device-picked-cpu = So the CPU is picked.
device-picked-cpu-by-margin = The graphics processor is not faster by { $margin }, and so the CPU is picked.
device-picked-gpu = So the graphics processor is picked.
device-would-pick-cpu = By itself the page would pick the CPU.
device-would-pick-gpu = By itself the page would pick the graphics processor.
gpu-gone = { $why } The CPU computes instead.
gpu-no-adapter = This browser has no WebGPU, or no graphics processor for it.
gpu-refused = The graphics processor refused what it was asked for ({ $detail }).
gpu-too-large = The model wants { $wanted } in one buffer of the graphics processor, which takes at most { $most }.
gpu-unsupported = The graphics processor is not used for { $feature }.
gpu-mismatch = The graphics processor computes other numbers than the CPU, and is not used.
gpu-lost = The browser has lost the graphics processor.

## Where a run comes from, and why it ended

source-recorded = Recorded
source-recorded-more = {" "}earlier with these models
source-recorded-other-more = {" "}earlier, with other settings; yours follow
source-recorded-one-more = {" "}earlier with this model
source-recorded-counted-more = : the same seed counts the same
source-file = From a file
source-file-int8-more = , computed in int8
source-file-scalar-more = , computed in scalar f32
source-file-reference-more = , computed by the reference in f32
source-file-simd-more = , computed with SIMD in f32
source-file-relaxed-more = , computed with relaxed SIMD in f32
source-file-gpu-more = , the target computed on a graphics processor in f32
source-file-gpu-int8-more = , the target computed on a graphics processor in int8
source-live = Live
source-live-more = : both models run in this page
source-live-int8-more = : both models run in this page, in int8
source-live-scalar-more = : both models run in this page, one number at a time
source-live-reference-more = : both models run in this page, in the reference
source-live-gpu-more = : the target runs on this device’s graphics processor, the draft in this page
source-live-gpu-int8-more = : the target runs on this device’s graphics processor, the draft in this page, both in int8
source-live-target-more = : the target runs in this page
source-live-written-more = : written by the models in this page
source-live-measured-more = : measured in this page
source-live-counted-more = : counted in this page
source-table = Table
source-case = Scripted case
source-case-more = : the distributions are made by hand
stop-token = The story has ended: the end-of-text token was emitted.
stop-length = All the tokens you asked for are written.
stop-context = The models’ context is full: they cannot see further than this many tokens.
stop-dead-end = No token is left to choose from.
stop-empty-prompt = There is nothing to continue: type a beginning.
stop-cancelled = Stopped.

## Settings by name, and what each does at its value

knob-gamma = Draft length γ
knob-live_n = Tokens per text n
knob-temperature = Temperature T
knob-top_k = Top-k
knob-top_p = Top-p
knob-min_p = Min-p
knob-repetition_penalty = Repetition penalty
knob-presence_penalty = Presence penalty
knob-frequency_penalty = Frequency penalty
knob-max_new_tokens = Tokens to write
knob-num_beams = Beams B
knob-max_depth = Depth
knob-length_penalty = Length penalty a
knob-num_beam_groups = Diversity groups
knob-diversity_penalty = Diversity penalty
knob-seed = Seed
knob-alpha = Acceptance rate α
knob-draft_cost = Cost of a draft pass c
knob-verify_slope = Cost of a further position
knob-pass_millis = A pass of the target
knob-confidence = Draft on while sure by
effect-live_n =
    { $n ->
        [one] up to { $n } token, fewer where the story ends
       *[other] up to { $n } tokens, fewer where the story ends
    }
effect-gamma =
    { $n ->
        [one] { $n } guess per cycle, then one target pass over { $positions } positions
       *[other] { $n } guesses per cycle, then one target pass over { $positions } positions
    }
effect-temperature-zero = always the most probable token
effect-temperature-low = sharper than the model’s own odds
effect-temperature-one = the model’s own odds
effect-temperature-high = flatter than the model’s own odds
effect-top_k =
    { $n ->
        [0] no limit on the number of tokens
        [1] keeps only the best token
       *[other] keeps the { $n } most probable tokens
    }
effect-top_p-all = keeps all of the probability mass
effect-top_p-none = keeps only the best token
effect-top_p = keeps the fewest tokens that hold { $share } of the mass
effect-min_p-off = no token is too improbable
effect-min_p = keeps tokens at least { $share } as probable as the best
effect-repetition-off = tokens may repeat freely
effect-repetition = makes tokens that were used before less probable
effect-penalty-off = what was generated may come again freely
effect-penalty-favours = favours what was generated before
effect-presence = generated tokens lose { $value } of their logit, once
effect-frequency = generated tokens lose { $value } of their logit each time
effect-max_new_tokens = unless the story or the context ends first
effect-num_beams =
    { $n ->
        [1] one beam is greedy: the best token, every time
       *[other] keeps the { $n } best texts at every level
    }
effect-max_depth =
    { $n ->
        [one] at most { $n } token after the prompt
       *[other] at most { $n } tokens after the prompt
    }
effect-length_penalty-off = texts are ranked by their score alone
effect-length_penalty-longer = ranks by s / length^{ $value }: favours longer texts
effect-length_penalty-shorter = ranks by s / length^({ $value }): favours shorter texts
effect-num_beam_groups-one = all beams are one search
effect-num_beam_groups = { $n } searches side by side share the beams
effect-diversity-off = groups may say the same
effect-diversity = a group pays { $value } for each repetition of an earlier group’s token; needs groups
effect-alpha = { $n } of 100 tested guesses are kept
effect-draft_cost-zero = guesses cost nothing
effect-draft_cost = T_draft / T_target: { $share } of a pass of the target
effect-verify_slope-zero = v(m) = 1: memory decides, positions are free
effect-verify_slope = v(m) = 1 + { $value } (m − 1), on average
effect-pass_millis = milliseconds, in the race
effect-confidence-off = drafts always have their full length
effect-confidence = a draft ends with the first token that it gives less than { $share }

## The labs: titles, one sentence each, lessons

lab-speculative-title = Speculative cycles
lab-speculative-lede = The <draft>draft</draft> guesses a few tokens. The <target>target</target> checks all of them in one pass.
lab-speculative-lesson =
    A language model reads all of a text to choose one token. A large model does so slowly. Speculative sampling lets a small model, the draft, guess a few tokens, and has the large one, the target, check all of them in a single pass.

    Each guess x is held against a coin u. It is kept if u ≤ min(1, p(x)/q(x)), where p is the target’s probability and q the draft’s. A token that the draft proposes more often than the target wants is refused just often enough.

    The first refusal ends the cycle. Its place is taken by a token drawn from the residual, max(0, p − q)/Z: exactly what the draft left uncovered. If nothing is refused, the target’s pass has already scored the next position, and a bonus token comes for free.

    Accepted and corrected tokens together have the target’s law, exactly. At temperature 0 the text is the very same one. At other temperatures it is another draw from the same law: what changes is the number of target passes.

lab-exactness-title = Why it is exact
lab-exactness-lede = Two bars per token, and a proof that can be seen: accepted and corrected stack to p.
lab-exactness-lesson =
    Speculation would be useless if it changed what the model writes. It does not, and the reason fits into one picture. Each token has two bars: q, what the draft proposes, and p, what the target wants. Their common part is the lower of the two.

    A token x is drafted with probability q(x) and kept with probability min(1, p(x)/q(x)). So it comes out by this path with probability min(p(x), q(x)), the common part. Where q stands above p, the draft proposes too often, and the excess is rejected.

    Where p stands above q, something is missing. All that is missing is as much as all that is rejected, because p and q both sum to 1 and have the same common part. So after a rejection, a token is drawn from what is missing, the residual. Common part and missing part stack to p. Nothing was assumed about q: a bad draft makes decoding slow, never wrong.

    Every detail matters. Draw the correction from p instead, accept a guess too easily, compare texts instead of probabilities, and another law comes out, or the same one for more work. Break it, and see which line of the proof no longer holds.

    So far this was one token. A cycle drafts several, stops at the first rejection, and begins anew wherever that left it. Does a whole text keep its law? For models of a few tokens nothing has to be believed: every path through the cycles is followed, and all paths to the same text are added up. For any draft length the sum is the probability that the target alone gives to that text.

    The real models have too many texts to add up. There we can only draw two samples, one with the target alone and one by speculation, and ask whether they could come from one law. A small p-value says that they hardly could. A large one does not say that the laws are equal: it says that no difference was found, and beside it stands how large a difference would have been noticed. That is what tests are for, to catch a broken program; break the rule and see it caught. Certainty comes from the proof.

lab-latency-title = Why it is fast
lab-latency-lede = What a cycle costs, what it brings, and who wins: supposed, measured here, and raced.
lab-latency-lesson =
    A language model writes one token per pass, and a pass must read every weight. For a large model that takes far longer than the arithmetic: memory decides. A pass over five positions reads the same weights once, so it costs hardly more than a pass over one. Speculation lives on this: it turns cheap guesses into positions of one expensive pass.

    A cycle costs γ passes of the draft and one pass of the target over γ + 1 positions. In passes of the target that is γc + v(γ + 1). It brings τ tokens: one for certain, and more the more guesses are accepted. The ratio is the speed-up. A slow draft, a poor draft, or a target for which positions are not free, each can make it fall below one.

    The models in this page are so small that their weights fit into the processor’s cache. Then memory is not what takes the time, and five positions cost several times as much as one. So speculation may lose here, and the measurement says so. On machines with large models it wins: let them race in pretended time.

    How long a draft should be depends on how sure the draft is. It may stop at the first token that it is not sure of. This changes how much is tried, never the law of the text: the unsure token itself is still tested.

lab-drafts-title = Every way to draft
lab-drafts-lede = A small <draft>draft</draft>, counts, copies, the <target>target</target>’s own layers: ten ways to build q, on one text.
lab-drafts-lesson =
    Speculative sampling needs a guess and the probability q(x) with which it was drawn. It does not ask where q comes from. The test, the residual and the proof are the same for every way, so every way writes the target’s text. What differs is how often a guess is accepted, and what it costs.

    A small model is the classic: a pass for each guess. Counts need no model at all: what followed the last tokens in other texts. A copy is surer still: what followed the same tokens earlier in this very text. All of its q lies on one token, so x is accepted with probability p(x), and the residual is p without x.

    The target can guess by itself. Its first layers, with a small adapter, give a row before the others have worked, and verification goes on from where they stopped. Heads on its last state guess the second, third and fourth token ahead at once, none knowing what the others say. A module that carries the state on guesses one after the other, and knows.

    A tree offers several guesses for each place. They are tested in turn, each against what the target still wants after those before it were rejected; so the law stays p, and more is accepted. In one pass each guess sees only the text and its own branch.

    Who wins depends on the text. Copies win where it repeats itself, counts where it says what texts always say, the trained ways elsewhere. And a guess that is often right does not pay if it costs as much as the target. Typical acceptance asks only whether the target finds a guess probable enough. It accepts more, and the text is no longer the target’s: switch it on, and see the test of the law fail.

lab-logits-title = From logits to a token
lab-logits-lede = One distribution, stage by stage, to the token that a coin draws.
lab-logits-lesson =
    A language model does not write. It ends with one number for every token of its vocabulary, the logits, and softmax turns them into probabilities: p(x) = exp(z(x)) / Σ exp(z). Which token is written is decided after that, by a sampler.

    A sampler is a chain of stages. Temperature divides the logits: below 1 it favours what is likely already, above 1 it evens things out. The odds between two tokens are exp((zᵢ − zⱼ)/T). Top-k, top-p and min-p cut tokens away. What stays is divided by its sum, so kept tokens become more probable although nothing about them changed.

    Programs that serve models have more knobs of the same kind. Penalties and biases change logits before anything else looks at them: a repetition penalty works on every token seen, presence and frequency penalties on those generated, and a bias adds a number of yours to a token of your choice. A stop string changes no probability. It ends the text before itself, and until it is complete, what may become one is held back.

    Every stage works on what the one before it left. So their order matters: top-p keeps fewer tokens when a low temperature has come before it. Two programs with the same settings can sample from different distributions.

    At the end a coin, a number between 0 and 1, falls somewhere on the probabilities laid end to end. Draw often, and the counts approach the probabilities. Choose a token by hand to see where the text would have gone.

lab-beams-title = Greedy and beam search
lab-beams-lede = Second-best now can be better later: several texts at once, and the best kept.
lab-beams-lesson =
    At every place a model offers thousands of tokens, and each choice changes all that follow. Greedy decoding takes the most probable token every time. It never looks back: a token that is second-best now may lead to a better text later, and greedy will not see it.

    Beam search keeps several texts at once. At every level it extends each of them by every token, ranks all the results, and keeps the best B: the beams. What is not kept is pruned for good. A text is ranked by its score, the sum of the logarithms of its tokens' probabilities, s = Σ log p. Logarithms are added because the product of many small probabilities soon is smaller than any number that a computer can write. With B = 1 beam search is greedy.

    A text that ends with the end token is finished. It is frozen, keeps its score, and competes with those that go on. Scores can only fall, so that once no live beam can pass the finished ones any more, the search is over. Without anything else it favours short texts, since every further token costs something.

    A higher score is not a better text. The most probable texts of a language model are often bland, short, or the same phrase over and over, because what has been said once is very probable to be said again. That is why stories are drawn by chance, and beams serve where one right answer is sought, such as translation.

    Two extra objectives are off at first. The length penalty ranks by s / lengthᵃ, and diversity groups are searches side by side that pay for repeating each other's tokens. They change what is looked for; they are no better way of looking.

lab-constraints-title = Constrained decoding
lab-constraints-lede = A grammar strikes out what it forbids. What is left is divided by its sum: masked softmax.
lab-constraints-lesson =
    Sometimes a text must have a form: a number, a date, JSON that a program will read. A grammar says which texts are allowed. At every step it also says which bytes may come next, and so which tokens of the vocabulary: those whose bytes an automaton can take one after the other. A token often spans several symbols of the grammar, and then all of them must be legal.

    The rest is a mask. The logits of illegal tokens become −∞, and softmax does what it always does: p(x) / Σ p(y), summed over the legal tokens y. So constrained decoding is the model’s own distribution on condition that the next token is legal. The sum is the feasible mass. Where it is nearly 0 the grammar fights the model: what comes out has the right form, and the model would hardly ever have said it.

    The mask looks at one token at a time. It does not ask how likely the text is to end well after it, so whole texts do not follow the model’s law on condition that they are legal. A legal text is not a sensible one, either: these models were trained on stories and have never seen JSON.

    If nothing legal is left, that is a dead end. The grammar alone never leads there, but a filter that comes before the mask can. Going back tries another token and changes the odds of what came before. Repair forces the shortest end. Rejecting is honest and gives nothing. With speculation the same mask goes on p and on q before the test, and the automaton advances only by tokens that were emitted.

## Why it is exact

proof-proof = The proof
proof-tried-out = Tried out
proof-whole-texts = Whole texts
proof-place = line { $n } of { $all }
proof-distributions = Distributions
proof-your-own = Your own
proof-preset-textbook = Three tokens
proof-preset-equal = Equal: p = q
proof-preset-disjoint = Disjoint
proof-preset-peaked = Peaked
proof-preset-over-proposes = q over-proposes
proof-preset-zeros = Zeros
proof-from-models = Take p and q from the models
proof-from-models-hint = at the first guess of the cycle on stage in “{ lab-speculative-title }”; all tokens beyond eleven are one
# The name of the bar for all tokens without one of their own.
proof-others = others
proof-tokens = Tokens
proof-token-less = One token less
proof-token-more = One token more
proof-break-it = Break it
proof-break-it-hint = what people do wrong, and what comes out then
proof-picture = p and q of each token; each can be drawn up and down
proof-key-accepted = accepted: min(p, q)
proof-key-rejected = rejected: q − p
proof-key-corrected = corrected: p − q
proof-slider = { $letter } of { $token }
proof-field = { $letter } of { $token }, as a number
proof-given-title = Two distributions
proof-given = The draft draws a token from q. The text must come out as if it had been drawn from p.
proof-given-values = p = { $p }, q = { $q }
proof-accept-title = The accept path
proof-accept = A drafted x passes with probability min(1, p/q). Drafted and accepted together, that is the lower of the two bars, min(p, q). All of it adds up to { $mass }: the probability that a guess is kept.
proof-accept-values = min({ $p }, { $q }) = { $value }
proof-reject-title = What is left of q
proof-reject = Where q stands above p, the draft proposes too often. The excess is rejected: { $mass } in all.
proof-reject-nothing = q is nowhere above p, so nothing is ever rejected. The residual is empty and never used.
proof-reject-values = max(0, { $q } − { $p }) = { $value }
proof-correct-title = What is left of p
proof-correct = Where p stands above q, the draft proposes too seldom. The lack is { $mass } in all, exactly as much as is rejected: both distributions sum to 1 and share the overlap. So a rejected guess is replaced by a draw from that lack, the residual.
proof-correct-nothing = Nothing of p is left: the accept path covers all of it.
proof-correct-values = max(0, { $p } − { $q }) = { $value }
proof-sum-title = Both paths together
proof-sum = The lower bar from the accept path and the rest from the correction path stack to p, for every token and every q. Only the speed depends on q.
proof-lines = The proof, line by line
proof-numbers-of = numbers of <label>{ $token }</label>
proof-falls = {" "}✗ falls
proof-each-sums = each sums to 1
# Within the equations: P(x, accept).
proof-path-accept = accept
proof-path-reject = reject
proof-path-correct = correct
proof-wanted = wanted
proof-no-error = No token’s two paths miss p by anything.
proof-error = No token’s two paths miss p by more than { $error }, which is rounding.
mistake-none = Nothing: the right way
mistake-none-breaks = Every line of the proof holds.
mistake-no-residual = After a rejection, draw from p
mistake-no-residual-breaks = The correction is drawn from p instead of its rest. What the accept path covers already is given out a second time.
mistake-accept-always = Accept every guess
mistake-accept-always-breaks = P(x, accept) is q(x), not min(p, q), and nothing is left to correct. The text has the draft’s law.
mistake-compare-tokens = Compare with the target’s own draw
mistake-compare-tokens-breaks = The law survives: the target’s own draw is emitted in any case. But a guess is kept with probability Σ p·q only, which is less than Σ min(p, q). This is exact and needlessly slow.
mistake-compare-best = Compare with the target’s best token
mistake-compare-best-breaks = Whatever is drafted, the target’s best token comes out. That is greedy decoding, not sampling from p.
mistake-unfiltered-residual = Filter p and q, but not the residual
mistake-unfiltered-residual-breaks = The guess is tested with the filtered p, the correction drawn from what is left of the unfiltered one. Tokens that the filter had cut come back. (Filtered here means: the more probable half of the tokens.)
mistake-argmax-draft = Propose the draft’s best token, test with q
mistake-argmax-draft-breaks = The guess was not drawn from q, so that P(x, accept) is not q(x) times the acceptance probability: the best token alone is ever tested.
mistake-shared-coin = One coin for two positions
mistake-shared-coin-breaks = Shown is the second of two drafted tokens. If the first has passed, the coin is known to be small, and the second passes too easily: its acceptance is no longer min(1, p/q).
proof-try-it = Try it: seeded trials of one token
proof-save-trials = Save trials (JSON)
proof-law-same = In closed form the emitted token has exactly the law that is wanted.
proof-law-other = In closed form the emitted token’s law is { $apart } away from the one that is wanted (total variation).
proof-trials =
    { $n ->
        [one] { $n } trial
       *[other] { $n } trials
    }
proof-degrees =
    { $n ->
        [one] { $n } degree of freedom
       *[other] { $n } degrees of freedom
    }
proof-tried = After { $trials }: total variation { $distance }; chi-square { $statistic } with { $degrees }, p-value { $p }. { $judged }
proof-tried-other = So large a difference is not chance: this is another law.
proof-tried-few = So few trials could not tell a wrong law from the right one.
proof-tried-chance = Chance alone makes such differences: nothing speaks against p.
proof-no-trials = No trials yet.
proof-rows = How each token came to be emitted, against the law that is wanted
proof-token = token
proof-bars = both paths as bars
proof-accepted = accepted
proof-corrected = corrected
proof-share = share
proof-band = 95% band
proof-outside = outside
proof-outside-head = p outside of the band
proof-rows-key = Bars: the exact law of what is done, accepted and corrected. Thin line: counted, with its 95% band (Wilson); one token in twenty lies outside by chance. Thick line: wanted.

## Whole texts, added up and drawn

texts-exactly = Whole texts, exactly: every path added up
texts-exactly-lead = One token keeps its law. Do whole texts? Two tiny models, whose next token depends only on the last one. Each drafted token, accept and reject, correction and bonus is followed, and all paths to the same text are added up.
texts-save = Save texts (CSV)
texts-models = Models
texts-pair-2 = 2 tokens: sun and rain, which tend to stay
texts-pair-3 = 3 tokens: a draft that knows the order roughly
texts-pair-4 = 4 tokens: zeros on both sides
texts-mistake = Mistake
texts-target-table = <target>target</target> p(next | last)
texts-draft-table = <draft>draft</draft> q(next | last)
texts-after = after
texts-texts = texts
texts-paths = paths added up
texts-largest-difference = largest difference
texts-tau-first = tokens per cycle, first cycle
texts-tau = tokens per cycle, long run
texts-tau-of = { $tau } of { $most }
texts-law-same = Each of the { $n } texts has the same probability under speculation as under the target alone. The largest difference, { $apart }, is what adding rounded numbers leaves.
texts-law-compare-tokens = The law of texts survives, as that of one token does. What suffers is the length of the cycles: a guess must equal the target’s own draw.
texts-law-one-coin = A cycle of one guess has one coin anyway, so nothing is wrong yet. Draft two or more.
texts-law-half = Half of two tokens is one: nothing that this filter has cut could come back. Take more tokens to see the mistake.
texts-law-by-luck = For these tables and this length the mistake happens to change nothing.
texts-law-other = This is another law: some text’s probability is off by { $apart }, and the total variation between the two laws is { $distance }. No rounding makes that. One mistake in one token’s test has changed the law of whole texts.
texts-rows = Every text with its probability under the target alone and under speculation
texts-text = text
texts-law-bars = both laws as bars
texts-target-prob = p(text)
texts-speculation = speculation
texts-speculation-short = specul.
texts-difference = difference
texts-show-first = Show only the first { $n }
texts-show-all = Show all { $n } texts
texts-rows-key = Bars: all paths of speculation together. Thick line: the target’s own p(text) = p(x₁) p(x₂|x₁) … The most probable texts come first; every text begins after the first token of the tables.
texts-real = Whole texts, with the real models: a two-sample test
texts-real-lead = The real models have too many texts to add up, so we count. The beginning of a story is continued again and again, in turn by the target alone and by speculation, always with fresh coins. Then we ask whether both could be samples of one law.
texts-real-note = A test like this can only fail to find a difference. That there is none is shown by the proof above and by the paths that were added up, for any p and q, so for these models, too.
texts-adopt = Take prompt and settings from “{ lab-speculative-title }”
texts-rule = Speculation’s rule
texts-right-rule = The right rule
texts-rule-hint = a broken rule, in the decoder itself, to see the test fail
texts-of-each-kind = Texts of each kind
texts-draw = Draw
texts-stop = Stop
texts-progress = Texts drawn
texts-drawing = { $n } of { $wanted } texts of each kind …
texts-no-models = The models are not there yet.
texts-none-drawn = Nothing is drawn yet.
texts-stopped = Stopped after { $n } texts of each kind, of { $wanted }.
texts-drawn-in = { $n } texts of each kind, drawn here in { $time }.
texts-drawn = { $n } texts of each kind.
texts-tests = The test of each statistic
texts-counted = counted
texts-categories = categories
texts-chi-square = chi-square
texts-degrees = deg. of freedom
texts-p-value = p-value
texts-p-below = below { $least }
texts-total-variation = total variation
texts-by-chance = by chance
texts-noticed-from = noticed from
texts-first = First token
texts-second = Second token
texts-third = Third token
texts-fourth = Fourth token
texts-last = Last token
texts-whole = Whole text
# Where a difference would be noticed: “a total variation of 0.05 in the first token”.
texts-in-first = in the first token
texts-in-second = in the second token
texts-in-third = in the third token
texts-in-fourth = in the fourth token
texts-in-last = in the last token
texts-in-whole = in the whole text
texts-verdict-later = The verdict is given at the end: whoever looks again and again and stops at a small p-value will find one.
texts-test-nothing = All texts fall into one category here: there is nothing to compare. Raise the temperature, or take another prompt.
texts-test-rare = So large a difference comes up once in { $n } tests of equal laws. Draw again with another seed: if it stays, something is wrong with the sampler.
texts-test-noticed = Noticed: two samples of one law do not lie so far apart. The broken rule writes other texts than the target does.
texts-test-little = Two samples of one law lie at least so far apart in { $n } of 1000 tests. That is little, but whoever tests often will see it. Draw again with another seed.
texts-test-none = No difference was found: two samples of one law lie at least so far apart in { $n } of 100 tests. That proves nothing by itself; the next sentence says what would have been noticed.
texts-test-unsure = Not clearly noticed: the rule is broken, but so few texts do not show it here for certain. Draw more, or count something else.
texts-power = With { $n } texts of each kind, a total variation of { $apart } { $where }, however it is spread, would be noticed { $often } times out of 5 (at the { $level } level). A smaller one might be missed.
texts-power-none = With { $n } texts of each kind, no difference { $where } would be noticed for sure.
texts-blind = {" "}Among the { $n } rare outcomes that are counted as one, it sees nothing at all.
texts-target-alone = the target alone
texts-outcomes = How often each outcome came up in either sample
texts-outcome = outcome
texts-count-bars = both counts as bars
texts-alone = alone
texts-speculation-shorter = spec.
texts-expected = expected
texts-share = its share of χ²
texts-rare = { $n } rare
texts-ended-before = ended before
texts-hidden = The { $n } least frequent categories are tested but not drawn.
texts-outcomes-key = Outcomes that could be expected fewer than { $n } times in a sample are counted together as the rare ones. Expected: half of both counts, as if one law were behind them.

## Why it is fast

latency-unknown = unknown
latency-kernels-unknown = a way that is not known
latency-heat = Speed-up for every γ and α with these costs; shaded where speculation wins, framed where it is as set.
latency-lane-text = The text of this lane
latency-pipeline = The race and its arithmetic
latency-results = Curves and exercise
latency-place = moment { $n } of { $all }
latency-suppose = Suppose
latency-each-cost = Each v(m) by itself
latency-suppose-measured = Suppose what was measured
latency-suppose-measured-hint = α, c and every v(m) of this device
latency-measure-and-race = Measure and race
latency-target-alone = <target>target</target> alone
# How often in a second: { $prefix } is G, M or T.
latency-bytes-per-second = { $n } { $prefix }B/s
latency-multiply-adds-per-second = { $n } { $prefix } multiply-adds/s
latency-per-second = { $n } { $prefix }/s
latency-cycle = What a cycle costs and brings
latency-tau = tokens per cycle
latency-passes-per-cycle = passes of the target per cycle
latency-passes-per-token = passes of the target per token
# Stands in narrow columns, too: a long word may say where it breaks, with {"\u00AD"}.
latency-speed-up = speed-up
# A ratio is written 2.40×.
latency-model-words = { $here }; { $best }. { $even }
latency-breaks-even = Speculation breaks even
latency-faster = Speculation is { $ratio } as fast as the target alone
latency-slower = Speculation is slower than the target alone: { $ratio }
latency-best-none = no draft length pays: not to speculate is fastest
latency-best-here = γ = { $gamma } is the best draft length
latency-best-other = γ = { $gamma } would be best: { $ratio }
latency-pays-never = At γ = { $gamma } it cannot pay, however good the draft.
latency-pays-always = At γ = { $gamma } it always pays.
latency-pays-from = At γ = { $gamma } it pays from α = { $alpha } on.
latency-measure = Measure
latency-measure-again = Measure again
latency-stop = Stop measuring
latency-save = Save (JSON)
latency-save-samples = Save samples (CSV)
latency-measuring = Measuring: whole runs, then single passes …
latency-not-yet = Passes and whole runs are measured as soon as the models are here; nothing is sent anywhere.
latency-other-settings = These numbers are of other settings; yours follow.
latency-rounds =
    { $n ->
        [one] The same text begun anew in { $n } round, in turn: medians, and in brackets the middle half.
       *[other] The same text begun anew in { $n } rounds, in turn: medians, and in brackets the middle half.
    }
latency-how = how
latency-rate = tokens/s
latency-per-pass = tokens per pass
latency-guesses = guesses per cycle
latency-kept = of them kept
latency-predicted = predicted
latency-measured = measured
latency-while-sure = γ ≤ { $most }, while sure
latency-verdict = { $verdict } What costs the most: { $why }. { $cured }
latency-wins = On this device speculation wins: { $ratio } as fast as the target alone.
latency-loses = On this device speculation loses: it runs at { $ratio } the speed of the target alone.
latency-term-acceptance = too few guesses are accepted
latency-term-draft = a pass of the draft takes { $share } of a pass of the target, and a cycle has { $n }
latency-term-verify = checking { $n } positions in one pass takes { $share } times as long as one position: this target fits the processor’s cache, so that arithmetic decides and not memory
latency-term-rows = { $n } rows of logits must be made distributions
latency-cured-acceptance = With every guess accepted, it would be { $ratio }.
latency-cured-draft = With a draft that took no time, it would be { $ratio }.
latency-cured-verify = If further positions cost nothing, it would be { $ratio }.
latency-cured-rows = If those cost nothing, it would be { $ratio }.
latency-as-predicted = The prediction lies within the measured spread.
latency-slower-than-predicted = Slower than predicted: with the tokens that were really drafted and written the same costs give { $ratio }; the rest is caches that are cold after the other model’s pass, and whatever else this device was doing.
latency-faster-than-predicted = Faster than predicted: with the tokens that were really drafted and written the same costs give { $ratio }; the rest is chance in what was accepted.
latency-adaptive = Drafts that end where the draft is unsure keep { $kept } of their guesses instead of { $fixed }, and are { $ratio } as fast.
latency-costs = What one token costs: <target>▪ target</target> <draft>▨ draft</draft> ▫ distributions and tests
latency-cost-bars = as bars
latency-cost-alone = alone
latency-cost-rest = rest
latency-cost-together = together
latency-single-passes = Single passes after { $tokens }: T(1) = { $target }, the draft’s { $draft } (c = { $cost }), a distribution { $row }. Computed in { $kernels }.
backends-title = Backend by backend
backends-measure = Measure every backend
backends-computed-in = computed in
backends-alone = alone, tokens/s
backends-speculating = speculating
backends-note = What makes one position quick need not make five quick: a smaller T(1) can go with a larger v(m), and then speculation gains less.
backends-note-gpu = With WebGPU the target runs on the graphics processor and the draft on the CPU. A pass there is mostly dispatches and one reading of the weights, over one position and over five: v(m) stays near 1, and c is what the draft takes on the CPU beside such a pass. In this pairing speculation has the most to gain.
race-title = A race in pretended time
race-pretend = Pretend the target runs on
race-count = { $n } of { $all }
race-clock = A pass of the target: { $one }, over { $n } positions { $all }. A pass of the draft: { $draft }.
race-nothing = There is nothing to race for: the prompt leaves no room, or the story ends at once.
race-start = Both start from the same prompt, on { $machine }. Press play: pretended time is real time.
race-draft = The draft guesses one more token; the target waits for its turn.
race-verify = One pass of the target checked all guesses of the cycle and added a token of its own.
race-plain = One pass of the target alone: one token.
race-speculation-done = Speculation has finished; the target alone is still writing.
race-target-done = The target alone has finished; speculation is still writing.
race-end = { $tokens } each: { $speculative } with speculation, { $plain } without. { $verdict }
race-faster = Speculation is { $ratio } as fast here.
race-slower = Speculation is slower here: { $ratio }.
machine-title-phone = A phone
machine-title-laptop = A laptop
machine-title-data-centre = A data centre
machine-title-as-set = a machine with the costs as set
# The race is run “on a phone”.
machine-on-phone = a phone
machine-on-laptop = a laptop
machine-on-data-centre = a data centre
machine-on-as-set = a machine with the costs that are set
machine-source-phone = Llama 3.1 8B with Llama 3.2 1B as its draft, both with 4 bits a weight. Computed, not measured: the least time in which every weight is read once. Qualcomm Snapdragon 8 Gen 3: LPDDR5X memory at 4.8 GHz on 64 bits, 76.8 GB/s; its NPU 45 TOPS in int8.
machine-source-laptop = Llama 3.1 8B with Llama 3.2 1B as its draft, both with 8 bits a weight. Computed, not measured: the least time in which every weight is read once. Apple M3 Max with 40 GPU cores: 400 GB/s of memory bandwidth; 14.2 TFLOPS in f32.
machine-source-data-centre = Llama 3.1 70B with Llama 3.1 8B as its draft, both with 16 bits a weight. Computed, not measured: the least time in which every weight is read once. Two NVIDIA H100 SXM: 3.35 TB/s of memory bandwidth each; 989 TFLOPS in dense bfloat16 each.
machine-source-as-set = With α’s place taken by what the models in this page really accept; c and v(m) as set under “{ latency-suppose }”.
machine-instead = { $machine } instead: { $words }
machine-words = It reads { $reads } and computes { $computes }: the ridge is at { $ridge } multiply-adds per byte. One position of this target has { $one }, { $n } have { $all }, so { $verdict }.
machine-free = a pass over { $n } positions costs what one costs; up to { $most } do
machine-costly = from { $n } positions on, each costs its share
latency-over-gamma = Speed-up over γ
latency-best-gamma = is best at this α: { $ratio }
latency-over-alpha = Speed-up over α
latency-even-alpha = is where it breaks even at this γ
latency-never = never
latency-over-positions = A pass over m positions: v(m)
latency-positions-here = passes is what { $n } positions cost here
latency-roofline = Memory or arithmetic: the roofline
latency-ridge-here = multiply-adds per byte is the ridge here
latency-no-roofline = Drawn once this device has been measured.
latency-no-roofline-gpu = None is drawn for a graphics processor: only passes are measured there, not what it could reach.
latency-device-ridge = This target has { $weights } of weights and { $products } M multiply-adds per position. Weights of that size are read here at { $reads }; the ridge is soon reached, and then arithmetic decides.
latency-device-memory = This target has { $weights } of weights and { $products } M multiply-adds per position. Weights of that size are read here at { $reads }; memory decides up to the last position.
# The words at the ends of the lines have room for nine letters.
latency-chart-as-fast = as fast
latency-chart-free = free
latency-chart-one-by-one = one by one
latency-chart-as-set = as set
latency-chart-here = here
latency-chart-roof = the roof
latency-chart-gamma = Speed-up over the draft length
latency-chart-gamma-reading = γ = { $gamma }: { $ratio } at α = { $alpha }, { $tau } tokens a cycle
latency-chart-alpha = Speed-up over the acceptance rate
latency-chart-alpha-reading = α = { $alpha }: { $ratio } at γ = { $gamma }
latency-chart-verify = Cost of a target pass over several positions
latency-chart-verify-reading = { $positions }: here { $share } times one ({ $time }); as set { $set }
latency-chart-verify-unmeasured = { $positions }: not measured yet; as set { $set }
latency-chart-roofline = The roofline of this device
latency-chart-roofline-reading = { $positions }: { $intensity } per byte, { $rate }, { $share } of the roof
guesses-title = How many guesses are accepted?
guesses-lead = A guess counts only if all before it were accepted. So the expected number is a sum of products.
guesses-position = position
guesses-alpha = α, if reached
guesses-kept = kept through
guesses-counted = tried
guesses-alpha-of = acceptance probability at position { $n }
guesses-positions = Positions
guesses-less = One position less
guesses-more = One position more
guesses-tried = { $n } cycles tried: { $mean } on average, give or take { $error } (95%).
guesses-tau = With the target’s own token that is τ = { $tau }.

## Captions of a cycle's steps

caption-title = Cycle { $cycle }: { $title }
caption-opening-title = Before the first cycle
caption-opening = A small <draft>draft</draft> model will guess { $tokens } ahead. Then the large <target>target</target> model checks all of them in one pass. What comes out has exactly the <target>target</target>’s law, for fewer of its passes. Press Play, or step with the arrow keys.
caption-draft-title = the draft proposes token { $position } of { $n }
caption-draft-first = The <draft>draft</draft> reads the text so far and proposes <token>{ $token }</token>. It drew it from its own distribution, where it has probability q = <number>{ $q }</number>. Nothing is decided yet.
caption-draft-next = The <draft>draft</draft> reads on, its own guess included, and proposes <token>{ $token }</token>. It drew it from its own distribution, where it has probability q = <number>{ $q }</number>.
caption-pass-title = the target scores every position in one pass
caption-pass =
    { $n ->
        [1] One pass of the <target>target</target> scores { $positions } at once: the drafted one and the one after. Run alone, it would have needed a pass for each token.
       *[other] One pass of the <target>target</target> scores { $positions } at once: all { $n } drafted ones and the one after. Run alone, it would have needed a pass for each token.
    }
caption-accepted-title = position { $position } is accepted
caption-rejected-title = position { $position } is rejected
caption-accepted-surely = The <target>target</target> likes <token>{ $token }</token> at least as much as the <draft>draft</draft> does (p = <number>{ $p }</number>, q = <number>{ $q }</number>), so it is kept whatever the coin says.
caption-accepted = <token>{ $token }</token> was proposed more often than the <target>target</target> wants it, so it is kept only in p/q = <number>{ $limit }</number> of all cases. The coin <number>{ $coin }</number> is not above <number>{ $limit }</number>: kept.
caption-rejected-never = The <target>target</target> never says <token>{ $token }</token> here: p = 0, so no coin can save it.
caption-rejected = The coin <number>{ $coin }</number> is above p/q = <number>{ $limit }</number>: <token>{ $token }</token> was proposed more often than the <target>target</target> wants (q = <number>{ $q }</number>, p = <number>{ $p }</number>), and this is one of the times too many.
caption-drop-title = the rest of the draft is dropped
caption-drop =
    { $n ->
        [1] The last guess was written after <token>{ $token }</token>, which is gone. It is dropped untested: keeping it would change the text’s law.
       *[other] The last { $n } guesses were written after <token>{ $token }</token>, which is gone. They are dropped untested: keeping any of them would change the text’s law.
    }
caption-residual-title = what the draft left uncovered
caption-residual = Wherever p is above q, the <draft>draft</draft> proposes too seldom. What it leaves uncovered, max(0, p − q), has mass Z = <number>{ $mass }</number>, exactly the chance of a rejection here. Divided by Z it becomes the residual, and the correction is drawn from that.
caption-residual-empty-title = nothing is left uncovered
caption-residual-empty = p and q are equal up to rounding, so the residual is unused, and the token is drawn from p itself.
caption-correction-title = the correction is drawn
caption-correction = The residual’s coin draws <token>{ $token }</token> for position { $position }. Accepted drafts and corrections together give each token exactly the probability p that the <target>target</target> gives it.
caption-bonus-title = all accepted: a bonus token
caption-bonus = Every guess was accepted, and the <target>target</target> has scored the position after them already. It draws <token>{ $token }</token> from its own p, at no extra pass: { $tokens } from one target pass.
caption-bonus-alone = The <target>target</target> draws <token>{ $token }</token> from its own p, at no extra pass: { $tokens } from one target pass.
caption-end-title = the text ends here
caption-end = The text ends.
caption-end-dropped =
    { $n ->
        [0] { $why } No bonus is drawn.
        [1] { $why } 1 drafted token after it is dropped untested.
       *[other] { $why } { $n } drafted tokens after it are dropped untested.
    }
caption-dead-end-title = a dead end
caption-dead-end = The settings exclude every token here, so nothing can be drawn.
caption-rollback-title = caches rolled back
caption-rollback-none = Nothing was rejected, so both caches keep all that they computed.
caption-rollback = The caches forget what was not emitted: the <target>target</target>’s goes back by { $target }, the <draft>draft</draft>’s by { $draft }.
caption-rollback-made = This cycle turned one target pass into { $tokens }.

## The cycle on stage

stage-empty-title = The stage
stage-waiting-failed = The models are not running. See the message above.
stage-waiting-ready = The models are reading the prompt …
stage-waiting-loading = The models are on their way …
stage-positions = The cycle's positions, from left to right
stage-draft-proposes = <draft>Draft</draft> proposes
stage-target-scores = <target>Target</target> scores, in one pass
stage-accept-if = Accept if <formula>u ≤ p/q</formula>
stage-verdict = Verdict
stage-into-text = Into the text
stage-drafted-spoken = Drafted { $token } q { $q }. Open the distributions
stage-target-spoken = The target gives { $token } p { $p }. Open the distributions
stage-next-spoken = next p(· | all): the target’s distribution after all drafted tokens. Open it
stage-next = next
stage-next-p = p(· | all)
stage-coin-accepts = coin { $coin } is not above acceptance probability { $limit }
stage-coin-rejects = coin { $coin } is above acceptance probability { $limit }
stage-accepted = accepted
stage-rejected = rejected
stage-dropped = dropped
stage-past-end = past the end
stage-bonus = bonus
stage-no-bonus = no bonus
stage-correction = correction
stage-joins-spoken = { $token } joins the text: { $how }. Open the distributions

## The text so far

transcript-title = Transcript:
transcript-tally = { $tokens } from { $passes }
transcript-given = given
transcript-accepted = accepted from the draft
transcript-correction = correction from the residual
transcript-bonus = bonus from the target
transcript-in-cycle = { $how }, cycle { $cycle }
transcript-key-accepted = ✓ accepted
transcript-key-correction = ↻ correction
transcript-key-bonus = ★ bonus

## Distributions: the dialog and the comparison

distribution-title = Cycle { $cycle }, position { $position }: the whole vocabulary
distribution-after = after
distribution-rows = Tokens by probability
distribution-token = Token
distribution-target-own = target’s own
distribution-target-set = p, after settings
distribution-draft-own = draft’s own
distribution-draft-set = q, after settings
distribution-rest = the other { $n }
distribution-choices = { $choices } of { $tokens }
distribution-p-choices = p: effective choices, of tokens left
distribution-q-choices = q: effective choices, of tokens left
distribution-overlap = overlap Σ min(p, q)
comparison-empty-title = p and q at the position on stage
comparison-empty = Here the two distributions lie over each other as soon as the first guess is tested.
comparison-residual-title = Position { $position }: residual resampled
comparison-share-title = Position { $position }: what p and q share
comparison-bonus-title = Position { $position }: the bonus, from p
comparison-residual-mass = residual mass Z
comparison-from-residual = drawn from the residual, coin { $coin }
comparison-from-p = drawn from p, coin { $coin }
comparison-unused = p = q: nothing can be rejected, and the residual is unused.
comparison-all = All tokens …
comparison-caption = Probabilities of the target, p, and of the draft, q
comparison-token = token
comparison-bars = drawn as bars
comparison-key-overlap = kept: min(p, q)
comparison-key-residual = uncovered: p above q
comparison-key-excess = proposed too often: q above p

## Caches

caches-title = Caches: what is not emitted is rolled back
caches-empty = Each model remembers the tokens it has read. The rejected ones must be forgotten again.
caches-target = target
caches-draft = draft
caches-before = { $before } tokens
caches-during = { $before } → { $during } tokens
caches-after = { $before } → { $during } → { $after } tokens
caches-spoken = { $history }, { $n } rolled back

## What it adds up to

results-centre = The cycle on stage
results-label = What it adds up to
results-beside = Beside speculation
plots-acceptance = Acceptance rate α
plots-accepted-of-drafted = accepted of drafted, { $accepted } of { $drafted } (95%: { $low } to { $high })
plots-accepted-none = accepted of drafted: no complete cycle yet
plots-of-tested = of tested
plots-of-tested-words = { $accepted } of { $tested } tests passed
plots-overlap = mean overlap
plots-overlap-words = Σ min(p, q) where tested, free of luck
plots-tokens = Tokens per cycle τ
plots-tokens-words = tokens per target pass, at most { $most }
plots-tokens-interval = tokens per target pass, at most { $most } (95%: { $low } to { $high })
plots-no-test = No test yet.
plots-formula = (1 − α{ $power }) / (1 − α) = { $value } at α = { $alpha } of tested
plots-histogram = Cycles by drafted tokens kept
plots-positions = Kept through position
plots-nothing-yet = Drawn from the first complete cycle on.
plots-save = Save { $name } as { $kind }
alone-title = <target>Target</target> alone, same settings
alone-empty = Its text appears here once both have run.
alone-why-zero = At temperature 0 they must be.
alone-why-one = These settings leave one token to choose, so they must be.
alone-same = Checked: all { $tokens } are the same as with speculation. { $why }
alone-parted = The texts part at token { $token }: two tokens were as good as equal there, and rounding chose.
alone-agree = The two texts happen to agree in all { $tokens }. What must be equal is their law.
alone-other = Another draw: it parts from the text above at token { $token }. Equal are the laws that the two are drawn from, not the texts.
alone-passes = { $tokens } from as many target passes; speculation used { $passes }.
timing-title = Measured on this device
timing-with = with speculation
timing-alone = target alone
timing-rate = { $n } tokens/s
timing-target = target passes
timing-draft = draft passes
timing-rest = sampling and tests
timing-faster = Speculation is { $ratio } times as fast here.
timing-slower = Speculation is slower here ({ $ratio } times the speed): on a processor, checking several positions at once costs nearly as much as reading them one by one.
timing-not-counted = Not counted: loading, and { $time } to read the prompt.
timing-empty = Speeds appear after a live run; loading and the prompt do not count.
table-label = All cycles
table-title = All cycles shown so far
table-save-json = Save trace (JSON)
table-save-csv = Save table (CSV)
table-show = Show as a table
table-scroll = Table of cycles
table-cycle = Cycle
table-drafted = Drafted
table-kept = Kept
table-ended = Ended with
table-overlap = Overlap where tested
table-alpha = α so far
table-tau = τ so far
table-kept-of = { $kept } of { $drafted }
table-correction = ↻ correction { $token }
table-bonus = ★ bonus { $token }
table-past-end = end of the text, { $n } dropped
table-dead-end = dead end

## Plots in words

chart-of-drafted = of drafted
chart-of-tested = of tested
chart-overlap = overlap
chart-measured = measured
chart-formula = formula
chart-acceptance = Acceptance rate over the cycles
chart-acceptance-reading = cycle { $cycle }: { $here } here; so far { $drafted } of drafted, { $tested } of tested, overlap { $overlap }
chart-tokens = Tokens per cycle over the cycles
chart-cut-short = cut short
chart-tokens-reading = cycle { $cycle }: { $here } here; so far { $measured } measured, { $predicted } by the formula
chart-histogram = Cycles by the number of drafted tokens kept
chart-histogram-reading =
    { $n ->
        [one] { $n } cycle kept { $kept } of the drafted tokens
       *[other] { $n } cycles kept { $kept } of the drafted tokens
    }
chart-interval = , 95% interval { $low } to { $high }
chart-position-reading =
    { $n ->
        [one] position { $position }: kept in { $kept } of { $n } cycle
       *[other] position { $position }: kept in { $kept } of { $n } cycles
    }
chart-positions = How often the draft is kept through each position
chart-draws = Distance of the counts from the distribution
chart-draws-reading =
    { $n ->
        [one] after { $n } draw: total variation { $distance }
       *[other] after { $n } draws: total variation { $distance }
    }
chart-lead = The best beam’s score less greedy’s
chart-lead-greedy =
    { $n ->
        [one] after { $n } token: greedy leads by { $lead }
       *[other] after { $n } tokens: greedy leads by { $lead }
    }
chart-lead-beam =
    { $n ->
        [one] after { $n } token: the beam leads by { $lead }
       *[other] after { $n } tokens: the beam leads by { $lead }
    }
chart-summary = { $what }: { $last }.
chart-nothing-yet = nothing yet
chart-failed = This plot could not be drawn ({ $why }).

## Home page, lessons, sharing

home-title = See how a language model finds its words
home-lede = A model gives every possible next token a probability. What becomes text is decided after that, by rules and coins that you can watch here: two real models, a small <draft>draft</draft> and a larger <target>target</target>, run inside this page.
home-step = Step through it yourself
home-read = Read from the start
home-private = No account, no server, nothing leaves your device.
home-figure-waits = Here the draft will guess tokens, and the target accept or correct them. The figure is on its way …
home-on-the-way = This page is on its way …
home-meanwhile = Meanwhile: two models write a sentence together, as it was recorded. Step through it; the page comes by itself.
home-figure-label = Speculative sampling, step by step, as it was recorded
home-textbook = The textbook
home-labs = The labs
home-free = Decoding Lab is free software. It is a folder of files: any school can put it on its own web space.
home-door-decoding = Greedy and beam search, temperature and filters and their order, grammars: with figures that do what the text says.
home-door-speculative = Two cases, the proof, the price, and every way to build a draft.
home-door-exercises = Predict, then let the page compute: with hints, partial credit and endless variants.
home-door-teach = Three lessons to run, with questions to bet on before the page shows the answer.
home-languages = Languages
figure-trouble = The recording did not arrive. The labs need it, too: load the page again.
teach-title = For teachers
teach-link = For teachers
teach-lede = Three lessons, ready to run. Each is a row of prepared pages with a question to bet on before the answer is shown. The class needs nothing; you need this page and a projector.
teach-projector = At the projector
teach-projector-mode = A lesson opens in presenter mode: larger type, larger keys. “Present” in the header does the same for any page.
teach-projector-clicker = A clicker works: forward shows the answer, then the next moment; back goes back. On a page without a lesson it steps.
teach-projector-veil = S is a spotlight that follows the pointer. B makes the screen black, and B or Escape brings it back.
teach-projector-share = “Share” has a QR code for what is on screen, made in this page. Students open the very same state on their own devices.
teach-plan = { $minutes } minutes: { $title }
teach-start = Start the { $minutes }-minute lesson
teach-minutes = { $minutes } min
teach-see = see what the page shows
teach-place = { $minutes }-minute lesson, moment { $moment } of { $moments }
teach-answer = Show the answer
teach-next = Next
teach-back = Back
teach-over = The lesson is over
teach-leave = Leave the lesson
teach-right = ✓ right
present-button = Present
present-black = The screen is black. Show the page again
share-button = Share
share-title = Share what is on screen
share-code = QR code of the address below
share-too-long = The address is too long for a QR code: shorten the prompt.
share-this-machine = This address works on this computer only. Put the folder on your school’s web space, and share from there.
share-opened-model = The link does not contain the models that you have opened ({ $names }): they are on this device only. Whoever opens it gets this site’s own models.
share-address = Address
share-lesson = With the lesson around it: presenter mode, the question, the way on
share-copy = Copy the address
share-copied = Copied
share-not-copied = This browser does not let the page copy: select the address and copy it by hand

## Files and offline use

offline-title = Files and offline use
offline-open = Files and offline use …
offline-ready = Ready for offline use: everything here works without a network.
offline-models-not-kept = Not ready for offline use: the models could not be kept ({ $why }).
offline-waiting = Not ready for offline use yet: the page’s files are kept once the models have come.
offline-arriving = Not ready for offline use yet: the page’s files are being kept.
offline-page-only = The page opens without a network; the models are not kept yet.
offline-not-secure = Nothing is kept: browsers keep files only of https addresses and of this device itself. Everything runs, and is fetched again at the next visit.
offline-no-worker = Nothing is kept: this browser, or this private window, keeps no pages. Everything runs, and is fetched again at the next visit.
offline-refused = The page is not kept: the browser did not allow it ({ $why }). Everything runs, and is fetched again at the next visit.
offline-incomplete = some files did not arrive, or are of another version
offline-no-reason = no reason was given
offline-embedded = A lab inside another page keeps nothing; open it in its own window to keep it for offline use.
offline-development = This is a build for development, and nothing of it is kept.
offline-switched-off = Nothing is kept, as you asked. Everything is fetched again at the next visit.
offline-notice-models = The models run, but this browser could not keep them for the next visit ({ $why }).
offline-update = A new version of this page is ready. This one goes on until you reload it; the place where you are is kept.
offline-reload = Reload
offline-later = Later
offline-sizes = What is stored on this device
offline-size-page = The page, its programs and recorded examples
offline-size-models = The two models
offline-size-free = Room that this browser still gives
offline-about = about { $size }
offline-in-all = { $size } on this device. Only this page uses it, and nothing is ever sent.
offline-nothing = Nothing is stored.
offline-keep = Keep for offline use
offline-clear = Clear stored files
offline-install = Install as an app …
size-gigabytes = { $n } GB

## Inside other pages

embed-button = Embed
embed-title = Put this into a page of yours
embed-back = Open in Decoding Lab
embed-new-tab = (in a new tab)
embed-locked = Fixed by the page around this one.
embed-what = What is shown
embed-part-stage = The stage, with its caption
embed-part-text = The text so far
embed-part-playback = Playback
embed-part-settings = All settings
embed-part-models = Which models run, and how
embed-part-details = Cards beside the stage
embed-part-results = What it adds up to
embed-part-lesson = The lesson
embed-one-by-one = Settings one by one: shown, or locked
embed-setting = Setting
embed-shown = Shown
embed-lock = Locked
embed-show-it = Show { $setting }
embed-lock-it = Lock { $setting }
embed-height = Height
embed-colours = Colours
embed-colours-auto = as the reader’s device
embed-colours-light = light
embed-colours-dark = dark
embed-language = Language
embed-language-own = the reader’s own
embed-frame = A frame
embed-frame-words = Of the height given above. Works everywhere.
embed-element = An element of its own
embed-element-words = As tall as what is in it. Needs a script of 2 KB from this site.
embed-copy = Copy
embed-copied = Copied.
embed-not-copied = This browser does not let the page copy: select the lines and copy them by hand.
embed-preview = As readers will see it
embed-unknown-name = { $list } = { $name }: this page has nothing of that name; it was left out.
embed-unknown-theme = theme = { $name } is not known: auto, light or dark; the device’s own colours are used.

## Exercises

exercise-page = Exercise
exercises-title = Exercises
exercises-lede = Predict first. Then the page computes the answer before your eyes, with the code that its labs run.
exercises-worksheet = Worksheet and answer key for printing
exercises-all = All exercises
exercises-place = { $place } of { $all }
exercises-others = Other exercises
exercises-before = Before:
exercises-next = Next:
exercise-questions =
    { $n ->
        [one] { $n } question
       *[other] { $n } questions
    }
exercise-not-begun = ○ not begun
exercise-solved-variants =
    { $n ->
        [one] ● solved, { $n } variant
       *[other] ● solved, { $n } variants
    }
exercise-begun = ◐ begun, best { $credit }
exercise-variant = Variant
exercise-next-variant = Next variant
exercise-textbook = Textbook’s numbers
exercise-bad-variant = A variant is a whole number from 0 to { $most }; the old one is kept.
exercise-unknown = There is no exercise “{ $name }”; the first one is shown.
exercise-bad-number = { $name } = { $given } is no whole number from 0 to { $most }; 0 is used.
exercise-given-table = What is given, as a table
exercise-question = Question { $n }
exercise-solved = ● solved
exercise-so-far =
    { $n ->
        [one] ◐ { $credit } so far, { $n } attempt
       *[other] ◐ { $credit } so far, { $n } attempts
    }
exercise-check = Check
exercise-hint = Hint
exercise-hint-of = Hint { $n } of { $most }
exercise-no-hints = No more hints
exercise-hints = Hints
exercise-show = Show how it comes out
exercise-unread = ? Not counted.
exercise-right = ✓ Right.
exercise-partly = ◐ Partly right ({ $credit }).
exercise-wrong = ✗ Not right.
exercise-computed = Computed now:
exercise-steps = Step by step
exercise-your-list = Your list, such as { $example }
exercise-your-number = Your number
exercise-number-example = 0.25, 1/4 or 25%
exercise-your-numbers = Your numbers, in order
exercise-numbers-example = 0.5, 0.3, 0.2
exercise-tick = Tick all that belong
exercise-choose = Choose one
order-yours = Your proof, line by line
order-empty = Empty so far. Add the line that the proof begins with.
order-left = Lines to choose from; some do not belong
order-add = Add: { $line }
order-added = Added as line { $n }.
order-removed = Taken out.
order-moved = Now line { $n } of { $all }.
order-reason = Reason …
order-reason-of = Reason for line { $n }
order-up = Move up: line { $n }
order-down = Move down: line { $n }
order-remove = Take out line { $n }
progress-title = Your progress
progress-nothing = Nothing done yet.
progress-variants =
    { $n ->
        [one] { $n } variant so far.
       *[other] { $n } variants so far.
    }
progress-kept = Kept in this browser, on this device, and nowhere else.
progress-no-storage = This browser lets the page store nothing: what you do lasts until the page is closed. Save it as a file to keep it.
progress-full = The browser’s storage is full: what you do now lasts until the page is closed. Save it as a file to keep it.
progress-unreadable = What was stored here could not be read. It was put aside, and a new record begins.
progress-save = Save as a file
progress-add = Add from a file …
progress-add-hint = Adding a file keeps the better result of both for every question.
progress-added =
    { $n ->
        [one] Added { $n } variant from the file.
       *[other] Added { $n } variants from the file.
    }
progress-not-added = Nothing was added: { $why }.

## The worksheet

worksheet-title = Worksheet
worksheet-seed = Seed
worksheet-next-seed = Next seed
worksheet-key = Answer key
worksheet-print = Print
worksheet-hint = Seed 0 has the textbook’s numbers. The address makes the same sheet again.
worksheet-bad-seed = A seed is a whole number from 0 to { $most }; the old one is kept.
worksheet-heading = Decoding and speculative sampling: worksheet
worksheet-heading-key = Decoding and speculative sampling: answer key
worksheet-name = Name
worksheet-date = Date
worksheet-answer = Answer
worksheet-line = Line { $n }:
worksheet-because = because
worksheet-line-key = { $line } because { $reason }: { $text }
worksheet-foot = Decoding Lab · worksheet { $seed }
worksheet-foot-key = Decoding Lab · worksheet { $seed } · answers

## Pictures of answers, and live figures

picture-out = out
picture-token = token
picture-entropy = entropy
picture-nats = { $entropy } nats
picture-bars = Distributions as bars
picture-accepted = accepted
picture-counted = counted
picture-formula = by the formula
picture-cycles = cycles
picture-cycles-to-try = Cycles to try
picture-other-coins = Other coins
picture-cycles-words = Accepted per cycle: counted { $counted } ± { $error }, by the formula { $formula }. Tokens per cycle: { $tokens }.
picture-legal = legal
picture-masked = masked
picture-mask = Tokens under the mask
picture-may-come = After “{ $text }” may come { $expects }:
picture-may-begin = At the beginning may come { $expects }:
picture-texts = All texts
picture-text = text
picture-probability = probability
picture-drawn = drawn, of 100
picture-found-by = found by
picture-paths = Both paths of each token
picture-given = given
picture-with-residual = with the residual
picture-without-residual = without it
picture-corrected = corrected
picture-law = law
picture-laws-words = A = Σ min(p, q) = { $overlap }, Z = Σ max(0, p − q) = { $residual }, together { $sum }. Counted: { $n } tokens each, one seed. ≠ marks where the law is not p.
figure-waiting = The recording is on its way …
figure-failed = The recording did not arrive. Load the page again.
figure-own = the model’s own p
figure-drawn-from = drawn from
figure-sampler-words = { $left } of { $all } tokens can be drawn; as spread out as { $choices } equally likely ones (of its own: { $own }).
figure-order-same = Both orders make the same distribution.
figure-order-first = T, then top-p
figure-order-last = top-p, then T
figure-order-words =
    { $n ->
        [one] Temperature first keeps { $n } token, temperature last { $last }.
       *[other] Temperature first keeps { $n } tokens, temperature last { $last }.
    }
figure-mask-before = Token before
figure-mask-next = Next token
figure-mask-place = token { $n } of { $all }
figure-mask-mask = mask
figure-mask-if-legal = p if legal
figure-mask-words = { $legal } of { $all } tokens are legal, with { $mass } of the model’s mass. May come next: { $expects }.
figure-position-cost = Cost of a further position
figure-speedup-best = S = { $tau } / { $cost } = { $speedup }; best at γ = { $gamma }: { $best }.
figure-speedup-slower = S = { $tau } / { $cost } = { $speedup }; slower than the target alone, mostly because { $why }.
figure-lookup-n = Words to look for n
figure-lookup-gamma = Words to guess γ
figure-lookup-at = Words written so far
figure-lookup-found = The last { $n } words stood there before. Of { $guesses } guesses the text goes on with { $right }.
figure-lookup-none = The last { $n } words did not come before: no guess, and the target writes alone.
figure-lookup-whole = Over the whole text: { $right } of { $guessed } guessed words right, { $cycles } cycles for { $words } words.
figure-beams-words =
    { $n ->
        [one] { $n } beam: “…{ $text }”, with probability { $prob }: number { $place } of { $all } texts.
       *[other] { $n } beams: “…{ $text }”, with probability { $prob }: number { $place } of { $all } texts.
    }
figure-law-same = What comes out has exactly the law p.
figure-law-other = What comes out is another law: { $apart } away from p (total variation).
figure-law-column = what comes out
figure-proof-lines = Lines of the proof
figure-mistake = What is done wrong
figure-cycle-stage = What is on stage
figure-cycle-case = Case { $n }
figure-cycle-recorded = Recorded
figure-playback = Playback of this figure
figure-restart = Restart
figure-back = Back

## Chapters

chapter-equation = Equation
chapter-decoding = Decoding
chapter-decoding-link = 1 Decoding
chapter-speculative = Speculative sampling
chapter-speculative-link = 2 Speculative sampling
chapter-number = Chapter { $n }
chapter-contents = Contents
chapter-next = Next: { $title }
chapter-before = Before: { $title }
chapter-exercise = ○ exercise
chapter-exercise-begun = ◐ begun
chapter-other-numbers = Other numbers, on a page of its own
chapter-done = (done)
chapter-table = Table

## From logits to a token

logits-stage-spoken = { $stage } { $value }, place { $place } of { $n }. Alt and an arrow key move it
logits-bias = Logit bias
logits-temperature = Temperature
logits-once = { $value } once
logits-each = { $value } each
logits-of-best = { $share } of best
logits-own-title = The model’s own distribution
logits-a-stage = A stage
logits-draw-title = The draw
logits-own = The model ends with one number per token, its logit. Softmax turns all { $n } of them into probabilities. They are worth { $choices } equally likely choices.
logits-draw = The probabilities lie end to end from 0 to 1. The coin falls at { $coin }, in the share of { $token }. The same seed always draws the same token.
logits-draw-none = The settings have left no token to draw.
logits-off = This stage is switched off: it leaves every number as it was.
logits-temperature-zero = At T = 0 only the largest logit is left. This is greedy decoding: the coin no longer matters.
logits-temperature-low = Every logit is divided by { $temperature }, which pulls them apart: likely tokens gain. From { $from } effective choices to { $to }; nothing is cut.
logits-temperature-high = Every logit is divided by { $temperature }, which pushes them together: unlikely tokens gain. From { $from } effective choices to { $to }; nothing is cut.
logits-top_k = Only the { $k } most probable tokens stay. { $removed } of the probability is cut, and what stays is divided by the rest: those tokens rise although their logits did not change.
logits-top_p = From the top, tokens are kept until their mass reaches { $p }: that takes { $kept }. The tail of { $removed } is cut, and the others share it.
logits-min_p = A token must be at least { $share } as probable as the best one. { $kept } can still be drawn; { $removed } of the probability is cut.
logits-repetition = Logits of tokens that are in the text already are divided by { $value } if positive, and multiplied if negative. Both make them less probable.
logits-presence = Every token that was generated since the prompt loses this much of its logit, once, however often it came up.
logits-frequency = A token loses this much of its logit for each time it was generated since the prompt.
logits-biased = The logits of { $tokens } are changed by a number of your own. Adding b multiplies a token’s odds against every other by exp(b): ±{ $bias } is a factor of { $factor }.
logits-follows = What follows
logits-bias-of = Bias of { $token }
logits-bias-remove = Remove the bias of { $token }
logits-bias-full = That is enough
logits-bias-choose = Choose a token …
logits-bias-hint = a number added to a token’s logit: +b multiplies its odds by exp(b)
logits-stop-refused = { $stop } is among the stop strings already, or is longer than { $bytes } bytes.
logits-stop-remove = Remove the stop string { $stop }
logits-stops = Stop strings
logits-stop-such = such as . or \n
logits-add = Add
logits-stops-hint = the text ends before the first of these; what may become one is held back
logits-ended = The story has ended: go back to continue otherwise.
logits-stopped = The stop string { $stop } has come up: the text ends before it. Go back, or remove it, to continue.
logits-full = The model’s context is full: it cannot see further than this. Go back to continue otherwise.
logits-not-text = not part of the text
logits-held = held back: it may become a stop string
logits-text = Text before the cursor
logits-rewind = Go back to before { $token }
logits-take = Take the drawn token
logits-nothing = Nothing can be drawn
logits-write-on = Write on
logits-stop-writing = Stop writing
logits-back = Take back
logits-or-click = Or click a token below to choose it yourself.
logits-stages = Stages, in their order
logits-move = Move the stage on screen
logits-earlier = ← Earlier
logits-later = Later →
logits-order-hint = Order matters. Drag a stage, press Alt with an arrow key on it, or use the buttons above.
logits-logits = logits
logits-draw-chip = draw
logits-on-its-way = The target is on its way …
logits-save-json = Save logits (JSON)
logits-save-csv = Save stages (CSV)
logits-fact-tokens = tokens that can be drawn
logits-fact-choices = effective choices
logits-fact-entropy = entropy, nats
logits-fact-cut = probability cut
logits-cdf-spoken = Coin { $coin } on the probabilities laid end to end; it falls in a share of { $share }
logits-cdf = 0 on the left, 1 on the right, tokens by id; the coin is at { $coin }.
logits-cut-here = ✂ cut here
logits-out-before = out before
logits-raised = ↑ logit unchanged
logits-choose = Choose { $token }
logits-rows-caption = The most probable tokens, and all others together
logits-logit = logit
logits-before = before
logits-after = after
logits-happened = what happened
logits-compare = Order matters: two samplers, the same logits
logits-against = against
logits-compare-against = Compare against
logits-same = Both give exactly the same distribution.
logits-differ = Total variation { $distance }: { $both } kept by both, { $first } only by the first, { $second } only by the second.
logits-only-here = only here
logits-keeps = keeps { $tokens }
logits-draw-many = Draw many, with this seed
logits-drawn = drawn
logits-by-hand = chosen by hand
logits-distance =
    { $n ->
        [one] After { $n } draw, total variation { $distance }. It falls with the square root of the draws.
       *[other] After { $n } draws, total variation { $distance }. It falls with the square root of the draws.
    }
logits-draws-empty = Counts of drawn tokens come to lie over their probabilities.
logits-odds-always = At T = 0 the first always wins.
logits-odds-never = At T = 0 the first never wins.
logits-odds-excluded = One of the two is excluded.
logits-odds = Odds of two tokens
logits-odds-first = First token
logits-odds-to = to
logits-odds-second = Second token
logits-odds-hint = Filters cut tokens but never change the odds of two that stay. Only temperature and penalties do.
logits-paths = Paths walked from this prompt
logits-paths-empty = Take the drawn token, or choose one. Nothing is lost when you go back.
logits-temperature-last = temperature last
logits-filters-first = filters first
logits-usual-order = the usual order
logits-cold-hot = T = 0.5 against T = 1.5
logits-your-order = your order
logits-place = stage { $shown } of { $n }
logits-pipeline = The pipeline

## The lab of drafts

drafts-section-ways = The ways side by side, and one of them in detail
drafts-section-found = The text, and what was found
drafts-place = step { $step } of { $steps }, cycle { $cycle } of { $n }
drafts-not-opened = The file could not be opened: { $why }.
drafts-domain = Kind of text
drafts-domain-story = Story
drafts-domain-list = Lists
drafts-domain-json = JSON
drafts-domain-repetition = Repetition
drafts-rule = A guess is accepted
drafts-rule-exact = with min(1, p/q)
drafts-rule-typical = where it is typical: not exact
drafts-not-exact = ≠ This is another law. A guess is accepted where the target gives it at least min(0.09, 0.3·exp(−H)), whatever q says. The damage of each way stands in its row: how far the law of a token is from the target’s, in total variation. Trees are always tested exactly.
drafts-tree = Guesses of a tree, level by level
drafts-tree-hint = How many guesses follow each guess
drafts-shape = { $levels } ({ $n } guesses)
drafts-which = Which ways
drafts-compare = Compare
drafts-open = Open comparison …
drafts-recorded-more = {" "}earlier with these models, without times
drafts-nothing-yet = Nothing has been compared yet.
drafts-waiting = waits for its turn
drafts-missing = Not to be had: { $why }
drafts-progress = { $n } of { $all } ways
drafts-side-by-side = Side by side
drafts-table-scroll = The ways, a table that scrolls sideways
drafts-col-way = q comes from
drafts-col-numbers = Numbers
drafts-col-work = Work a guess
drafts-col-alpha = α
drafts-col-tau = τ
drafts-col-cost = Time a guess
drafts-col-predicted = Predicted
drafts-col-measured = Measured
drafts-col-law = Law
drafts-table-note = Numbers: trained or counted for this way alone. Work: multiply-adds with weights. α: mean overlap of p and q over all tests. τ: tokens a cycle. Predicted: by the time of the passes alone; measured: by the whole time, against the target alone. Law: 2,000 tokens drawn after the prompt, held against p.
drafts-times = { $n }×
drafts-law-fits = { $n } drawn tokens fit the target’s law (p-value { $p })
drafts-law-broken = { $n } drawn tokens do not fit the target’s law (p-value { $p })
drafts-damage = {" "}damage { $damage }
drafts-no-cycle = This way has written nothing yet.
drafts-where-from = Where q comes from: { $way }
drafts-way-model = Small model
drafts-way-poor = Poor model
drafts-way-target = Target itself
drafts-way-ngram = Counts (n-grams)
drafts-way-lookup = Prompt lookup
drafts-way-exit = Early exit
drafts-way-heads = Heads
drafts-way-mtp = Carried state
drafts-way-model-tree = Tree of the model
drafts-way-heads-tree = Tree of heads
drafts-about-model = A model of its own, distilled from the target. A pass for each guess.
drafts-about-poor = A model far too small for the task. Its text is the target’s all the same; it only takes longer.
drafts-about-target = p = q: every guess is accepted, nothing is left over for a correction, and nothing is gained, because a guess costs what the target’s own token costs.
drafts-about-ngram = No model: of the last tokens, the longest run that has been seen in other texts, and what followed it there. Rarer runs leave more to shorter ones.
drafts-about-lookup = No model, no other texts: what followed the same tokens earlier in this text. All of q lies on one token.
drafts-about-exit = The target’s first three layers, an adapter, and its own output projection. What they computed is not computed again when the guess is verified.
drafts-about-heads = Three small heads on the target’s last state (Cai et al. 2024, “Medusa”). Each guesses a place of its own without knowing the guesses before it.
drafts-about-mtp = One more block takes the target’s last state and the next token, and gives the next state (multi-token prediction, Gloeckle et al. 2024). So each guess knows those before it.
drafts-about-model-tree = The small model, with several guesses for each place, drawn without putting back. Rejected ones leave a residual; the next one is tested against that (Miao et al. 2023, “SpecInfer”).
drafts-about-heads-tree = The heads, with several guesses for each place. One pass of the target verifies the whole tree: each guess sees its own branch only.
drafts-picture-model = A small model of two layers beside the target of six
drafts-picture-poor = A model of one layer beside the target of six
drafts-picture-target = The target beside itself
drafts-picture-exit = Six layers of the target; an arrow leaves after the first three
drafts-picture-heads = Six layers of the target; from the last one, three arrows to three guesses
drafts-picture-mtp = Six layers of the target; from the last one, a chain of states, each from the one before it
drafts-picture-model-tree = A small model of two layers beside the target of six
drafts-picture-heads-tree = Six layers of the target; from the last one, three arrows to three guesses
drafts-copied = copied
drafts-matched = the same tokens
drafts-source-lookup = Solid: what is copied. Dotted: the last tokens, and where they stood before.
drafts-source-ngram = Dotted: the last tokens, which other texts have, too. Their counts are q.
drafts-caption-none = Nothing to guess from, so nothing is guessed: the target’s pass gives { $token }, as it would alone.
drafts-caption-chain = { $n ->
        [one] One guess: { $token }. One pass of the target will test it.
       *[other] { $n } guesses, the first of them { $token }. One pass of the target will test all of them.
    }
drafts-caption-tree = { $n } guesses in all, for the next place { $tokens }. One pass of the target will test the whole tree.
drafts-caption-all = { $n ->
        [one] The guess was accepted, and the target adds { $token }.
       *[other] All { $n } guesses were accepted, and the target adds { $token }.
    }
drafts-caption-branch = { $n ->
        [one] The guess was accepted, and the target adds { $token }.
       *[other] All { $n } guesses of a branch were accepted, and the target adds { $token }.
    }
drafts-caption-some = { $n ->
        [0] No guess was accepted. In their place the residual gives { $token }.
        [one] One guess was accepted. Then the residual gives { $token }.
       *[other] { $n } guesses were accepted. Then the residual gives { $token }.
    }
drafts-caption-end = { $n ->
        [one] One guess was accepted, and the text ends.
       *[other] { $n } guesses were accepted, and the text ends.
    }
drafts-tree-scroll = The guesses, a drawing that scrolls sideways
drafts-bonus = bonus: drawn from the target after all were accepted
drafts-correction = correction: drawn from what the target still wanted
drafts-guess = guessed: { $token }
drafts-guess-accepted = { $token }: accepted, p = { $p }, q = { $q }
drafts-guess-rejected = { $token }: rejected, p = { $p }, q = { $q }
drafts-guess-untested = { $token }: never tested
drafts-as-table = The guesses as a table
drafts-col-place = Place
drafts-col-guess = Guess
drafts-col-from = q from
drafts-col-overlap = Overlap
drafts-col-outcome = Outcome
drafts-origin-model = a pass of the model
drafts-origin-ngram = { $n ->
        [0] counts of all tokens
        [one] counts after the last token
       *[other] counts after the last { $n } tokens
    }
drafts-origin-lookup = { $n ->
        [one] token { $place } of the text, after the same token
       *[other] token { $place } of the text, after the same { $n } tokens
    }
drafts-origin-exit = the first { $n } layers
drafts-origin-head = head { $n }
drafts-origin-carried = state carried on { $n ->
        [one] once
       *[other] { $n } times
    }
drafts-text = The text by this way: { $way }
drafts-legend-guessed = guessed and accepted
drafts-legend-own = the target’s own
drafts-by-place = α by place
drafts-by-place-note = The mean overlap of p and q at the first, second, third place of a cycle, where it was tested.
drafts-who-wins = Who wins where
drafts-who-wins-note = τ of every way on four kinds of text, with the settings as they are. The target itself is out of the race.
drafts-best = the best here
drafts-survey = Compare on all four
drafts-surveying = Comparing …

## Joined texts

sentences-two = { $first } { $second }
rank-best = best
rank-second = second-best
rank-third = third-best
# $last is the last digit of $n, or 0 for the teens.
rank-later =
    { $last ->
        [1] { $n }st-best
        [2] { $n }nd-best
        [3] { $n }rd-best
       *[other] { $n }th-best
    }

## Links that cannot be used as they are

link-constraint = { $given } is no constraint; it must begin with { $kinds }; it was left out

## Greedy and beam search

beams-search = The search
beams-scenario = What is searched
beams-scenario-target = The trained target
beams-scenario-all-texts = All 27 texts of a table
beams-scenario-ending = Texts that end
beams-table-hint = A table made by hand, small enough to look at every text there is. The search is the real one; the prompt and the depth are fixed.
beams-prompt = Prompt
beams-objectives = Other objectives ({ $on })
beams-objectives-off = off
beams-objectives-hint = These change what is looked for. A text’s score stays the sum of its logarithms.
beams-objective-penalty = length penalty a = { $a }
beams-objective-groups =
    { $n ->
        [one] { $n } group, diversity { $penalty }
       *[other] { $n } groups, diversity { $penalty }
    }
beams-penalty-longer = Scores are negative. Dividing by a larger number brings them nearer to 0, so that a > 0 favours longer texts.
beams-penalty-shorter = With a {"\u003C"} 0 the divisor shrinks as a text grows: its negative score moves away from 0, so that shorter texts win.
beams-penalty-off = Off: a text is worth its score.
beams-stop = Stop the search
beams-examples = Examples
beams-examples-hint = Choose one, or type a beginning of your own.
beams-example-win = Beams win
beams-claim-win = Four beams find a text with a much higher score: greedy’s first word is the likelier one, but what follows it is less likely.
beams-example-worse = Higher score, worse text
beams-claim-worse = Four beams find a far higher score by repeating themselves: what is probable need not be good.
beams-example-shorter = Higher score, shorter text
beams-claim-shorter = Every token costs something, so that eight beams prefer a text that is over soon and says little.
beams-example-products = Products run out
beams-claim-products = Sixteen groups that must all differ: the product of the last one’s probabilities is 0 in single precision, its sum of logarithms is not.
beams-place = level { $level } of { $levels } · step { $step } of { $steps }
beams-place-before = before level 1 of { $levels }
beams-table-not-searched = The table could not be searched ({ $why }).
beams-search-not-shown = The search could not be shown ({ $why }).
beams-save-json = Save search (JSON)
beams-save-csv = Save texts (CSV)
beams-save-svg = Save tree (SVG)
beams-save-png = Save tree (PNG)

# The steps of a search: titles, and what each says.
beams-the-prompt = the prompt
beams-title-prompt = The prompt
beams-title-extend = Level { $level }: extend
beams-title-extend-beam = Level { $level }: extend beam { $beam } of { $beams }
beams-title-prune = Level { $level }: rank and prune
beams-title-finish = Level { $level }: finished
beams-title-end = The end
beams-caption-start =
    { $n ->
        [1] The prompt stands alone. Each level extends every live beam by every token, ranks all the texts, and keeps the best one, which is greedy.
       *[other] The prompt stands alone. Each level extends every live beam by every token, ranks all the texts, and keeps the best { $n }.
    }
beams-dead-end = After { $text } nothing can come: a dead end. This beam is gone.
beams-dead-end-prompt = After the prompt nothing can come: a dead end. This beam is gone.
beams-after-prompt = After the prompt: { $children }.
beams-after-text = After { $text }: { $children }.
beams-child = { $token } costs { $cost } and makes { $score }
beams-children = { $first }; { $second }
beams-rest = { $mass } of the probability lies with { $others }.
beams-ranked =
    { $n ->
        [one] { $n } text is ranked by { $by }; { $stay }.
       *[other] { $n } texts are ranked by { $by }; { $stay }.
    }
beams-by-score = score
beams-by-objective = score / length^a
beams-stay =
    { $n ->
        [one] { $n } stays
       *[other] { $n } stay
    }
beams-ended-before =
    { $n ->
        [one] { $n } of them had ended before and stays as it is.
       *[other] { $n } of them had ended before and stay as they are.
    }
beams-first-cut = The first one cut, { $text }, lacks { $margin }.
beams-falls-out = The finished { $text } falls out by { $margin }.
beams-best-is = The best is { $text }, at { $score }.
beams-text-at = { $text } at { $score }
beams-list = { $first }, { $second }
beams-and = { $first } and { $second }
beams-caption-finish = The end token: { $texts } is finished. It is never extended again, and keeps its place as long as its score holds.
beams-best-text = The best text: { $text }, with a score of { $score }.
beams-stop-finished = Every beam is finished.
beams-stop-decided = Decided: scores only fall, and no live beam can pass a finished one any more.
beams-stop-depth = As deep as you asked for.
beams-stop-context = The model’s context is full: it cannot see further than this many tokens.
beams-stop-dead-end = A dead end: after every beam, every token is excluded.

# The level as a table.
beams-level-table = This level as a table
beams-level-texts = The texts of this level
beams-level-empty = Nothing has been extended yet.
beams-column-after = after
beams-column-token = token
beams-column-score = score s
beams-column-outcome = outcome
beams-outcome-kept = ● kept, place { $place }
beams-outcome-finished = ■ finished, place { $place }
beams-outcome-lacks = ✕ lacks { $margin }
beams-outcome-rest = rest

# Greedy beside the best beam.
beams-greedy-title = Greedy beside the best beam
beams-greedy = Greedy
beams-best-beam = Best beam
beams-both-begin = Both begin at the prompt.
beams-same-text = Greedy’s text is the best beam: so far they are the same.
beams-part-ranked = They part at token { $token }, where the beam takes the { $rank } token and greedy the best: { $lead } for the beam.
beams-part-stopped = They part at token { $token }, where the beam has the best token and greedy has stopped: { $lead } for the beam.
beams-overtakes = It is behind until token { $token }, where it overtakes: second-best now, better later.
beams-never-overtakes = It never catches up.
beams-not-overtaken = It has not caught up so far.
beams-beam-leads = In all the beam leads by { $lead }: its text is { $times } times as probable.
beams-greedy-leads = In all greedy leads by { $lead }: its text is { $times } times as probable. More beams promise nothing.
beams-equal = In all they are equal.
beams-by-token = Token by token
beams-prefixes = Greedy and the best beam, token by token
beams-column-greedy = greedy
beams-column-beam = beam
beams-column-sum = sum
beams-column-lead = beam leads by
beams-column-note = note
beams-note-part = they part
beams-note-overtakes = overtakes

# Scores, costs, arithmetic.
beams-scores-title = The beams now, the best first
beams-scores-empty = Texts come to stand here as soon as a level has been ranked.
beams-live-and-finished = { $live } live, { $finished } finished.
beams-choose-one = Choose one to see its arithmetic.
beams-column-text = text
beams-column-group = group
beams-column-length = length
beams-column-divisor = length^a
beams-column-objective = s / length^a
beams-column-state = state
beams-row-finished = ■ finished
beams-row-live = ● live
beams-greedy-alone = greedy alone
beams-cost-title = What it costs
beams-cost-passes = passes of the model
beams-cost-forks = caches forked
beams-cost-fed = tokens fed
beams-cost-without = tokens without any cache
beams-cost-nothing = Nothing has been computed yet.
beams-cost-caches = Each beam has a cache of its own, forked from its parent’s. Without caches the same passes would feed { $factor } times as many tokens.
beams-cost-millis = { $total } so far, { $pass } a pass.
beams-arithmetic-title = The chosen text: logarithms against products
beams-arithmetic = The arithmetic, token by token
beams-arithmetic-prompt = The prompt costs nothing: scores count from its end.
beams-repeats =
    { $n ->
        [1] Earlier groups took its last token once at this level: it was ranked { $lower } lower, at { $at }. Its score does not change.
       *[other] Earlier groups took its last token { $n } times at this level: it was ranked { $lower } lower, at { $at }. Its score does not change.
    }
beams-underflow = A product of probabilities shrinks with every token, and numbers end: below { $half } in half, { $single } in single and { $double } in double precision digits go missing (!), and soon after all is 0. Then texts can no longer be told apart. The sum of logarithms only grows, slowly, and ranks the same.
beams-precision-half = Half precision (f16)
beams-precision-single = Single precision (f32)
beams-precision-double = Double precision (f64)
beams-product-both = { $precision }: digits are missing from token { $imprecise } on, and from token { $zero } on the product is 0.
beams-product-zero = { $precision }: from token { $zero } on the product is 0.
beams-product-imprecise = { $precision }: digits are missing from token { $imprecise } on.
beams-product-runs-out =
    { $n ->
        [one] { $precision }: still exact after { $n } token. At this pace it runs out at token { $at }.
       *[other] { $precision }: still exact after { $n } tokens. At this pace it runs out at token { $at }.
    }
beams-product-exact = { $precision }: still exact.

# Every text of a table.
beams-proof-title = Proof by looking at every text
beams-proof-none = No width tried here finds the best text.
beams-proof-every = Every width tried here finds the best text.
beams-proof-misses = B = { $missed } misses the best text; B = { $smallest } finds it on this table.
beams-proof-sure = On any table of V = { $v } words and t = { $t } steps, B = V^(t−1) = { $enough } is sure to find it: then every beginning is kept until the last step, which looks at every text. B = V^t = { $all } keeps even the worst text.
beams-texts = Every text, the best first
beams-texts-caption =
    { $n ->
        [one] All { $n } text, the best first
       *[other] All { $n } texts, the best first
    }
beams-column-terms = log p, token by token
beams-column-found-by = found by

## The tree of a search

tree-tools = The tree
tree-zoom-out = Zoom out
tree-zoom-in = Zoom in
tree-fit = Fit
tree-follow = Follow the best
tree-hide-pruned = Hide the pruned
tree-fold = Fold chosen
tree-unfold = Unfold chosen
tree-unfold-all = Unfold all
tree-of-texts = The tree of texts
# Marks in a text's box: short.
tree-prompt = prompt
tree-kept = ● kept
tree-end = ■ end
tree-left = ○ left
tree-greedy = greedy
tree-rest = { $others }: { $mass }
tree-legend-finished = ■ finished
tree-legend-pruned = ✕ pruned, with what it lacked
tree-legend-left = ○ left behind
tree-legend-greedy = G greedy
tree-legend-keys = {" "}· Drag to move. With the keys, in the tree: arrows move, Shift and an arrow chooses a text, Enter folds it, + and − zoom, 0 fits, F follows.
tree-prompt-words = The prompt, { $tokens }: everything grows from here.
tree-node = { $token }: p { $prob }, log p { $log_prob }, number { $rank } after its text; score { $score }; { $what }
tree-node-margin = , { $margin } below the last one kept
tree-node-group = ; group { $group }
tree-node-greedy = ; greedy goes here, too
tree-node-end = .
tree-state-candidate = not yet ranked
tree-state-live = kept: it goes on
tree-state-finished = finished: frozen at its score
tree-state-inner = part of a text that is still kept
tree-state-overtaken = kept once, but no kept text begins with it now
tree-state-dead-end = a dead end: nothing can follow
tree-state-pruned = pruned
tree-state-displaced = finished, then pushed out

## Constrained decoding

constraints-story = The text, step by step
constraints-begin = Begin with
constraints-begin-own = Your own settings
constraints-preset-list = A list of digits
constraints-preset-digits = Digits only
constraints-preset-date = A date
constraints-preset-sentence = One sentence
constraints-preset-cat = A cat in JSON
constraints-preset-dead-end = A dead end: top-k before the mask
constraints-kind = The text must be
constraints-kind-digits = digits only
constraints-kind-list = a list [ d (, d)* ]
constraints-kind-regex = a regular expression
constraints-kind-json = a JSON schema
constraints-kept = What is on stage was made with the last constraint that worked.
constraints-bad-count = { $field } is a whole number, or empty for no bound; the old one is kept.
constraints-no-bound = no bound
constraints-least = At least
constraints-most = At most
constraints-most-items = At most this many items
constraints-list-hint = Single digits with commas between them, no white space; or [ ] with nothing in it.
constraints-example = Choose an example
constraints-example-none = Choose an example …
constraints-example-yes-no = Yes or no
constraints-example-words = Three small words
constraints-example-boolean = One boolean
constraints-example-lists = A list of lists of numbers
constraints-pattern = Pattern
constraints-pattern-hint = the whole continuation must match; syntax of the Rust crate regex
constraints-schema = Schema
constraints-schema-hint = Read: type, properties, required, items, enum, const, anyOf, minLength, maxLength, minItems, maxItems, minimum, maximum. Everything is bounded, so that no text is endless: strings to { $length } characters and lists to { $items } items unless the schema says otherwise, numbers to { $whole } digits before the point and { $fraction } after it, { $nesting } levels of nesting. Properties come in the order of the schema, with at most one space after “,” and “:”.
constraints-order = The mask comes
constraints-order-first = before the filters
constraints-order-first-hint = mask, then temperature, top-k, top-p, min-p
constraints-order-last = after them
constraints-order-last-hint = the wrong order: it can leave nothing
constraints-way-out = At a dead end
constraints-backtrack = backtrack
constraints-repair = repair
constraints-reject = reject
constraints-backtrack-does = It takes back the last token, forbids it at that place, and draws again there.
constraints-repair-does = It forces the shortest text that completes this one, whatever the model thinks of it.
constraints-reject-does = It ends the text here and says that it is incomplete.
constraints-with-draft = With the draft
constraints-with-draft-hint = speculative sampling under the same mask
constraints-with-beams = With beams
constraints-with-beams-hint = beam search under the same mask
constraints-place = token { $token } of { $tokens } · step { $step } of { $steps }
constraints-place-before = before token 1 of { $tokens }
constraints-contradicts = This text cannot be shown: its facts contradict each other ({ $why }).
constraints-not-shown = The text could not be shown ({ $why }).

# The text so far.
constraints-text-title = Text so far, token by token
constraints-key-drawn = drawn
constraints-key-forced = ⚑ forced
constraints-drawn-under = drawn under the mask
constraints-forced-by = forced by repair
constraints-taken-back = taken back:
constraints-end-complete = complete
constraints-end-repaired = complete, by force
constraints-end-context = incomplete: the models' context is full
constraints-end-empty = incomplete: there was nothing to continue
constraints-end-stopped = incomplete: it was stopped
constraints-end-length = incomplete: the text reached its longest allowed length
constraints-end-rejected = incomplete: no token was left

# The steps of a token: titles, and what each says.
constraints-title-before = Before the first token
constraints-title-raw = The model’s own distribution
constraints-title-mask = The mask
constraints-title-renormalise = What is left, divided by its mass
constraints-title-draw = The draw
constraints-title-move = The automaton moves
constraints-title-dead-end = A dead end
constraints-title-way-out = The way out
constraints-nothing-drawn = No token has been drawn.
constraints-opening = The grammar begins after the prompt. Press → to see the first token chosen.
constraints-waits-problem = This constraint cannot be used yet: see the message under it.
constraints-raw = The model gives every one of its { $n } tokens a probability; it knows nothing of the grammar.
constraints-raw-best = Its favourite is { $token } with { $prob }.
constraints-mask =
    { $n ->
        [0] The grammar wants { $expects }. Not one token is legal; all others are struck out. The model gave the legal ones { $mass } of its probability.
        [1] The grammar wants { $expects }. Of { $all } tokens { $n } is legal; all others are struck out. The model gave the legal ones { $mass } of its probability.
       *[other] The grammar wants { $expects }. Of { $all } tokens { $n } are legal; all others are struck out. The model gave the legal ones { $mass } of its probability.
    }
constraints-mask-fight = That is below { $share }: the grammar fights the model.
constraints-fight = below { $share }: the grammar fights the model
constraints-renormalise = What is left is divided by { $mass }, its sum. This is softmax over the legal logits alone, and it is the model’s distribution on condition that the token is legal.
constraints-draw = The coin falls at { $coin } and draws { $token }: { $prob }, where the model alone gave it { $raw }.
constraints-draw-filtered = The coin falls at { $coin } and draws { $token }: { $prob } after temperature and filters, where the model alone gave it { $raw }.
constraints-move-end = The end of the text: the grammar allows it only where the text is complete.
constraints-move =
    { $n ->
        [1] { $token } is one byte, and the automaton makes one move: from { $from } to { $to }.
       *[other] { $token } spans { $n } bytes, so the automaton makes { $n } moves: from { $from } to { $to }. It was allowed because each of them is.
    }
constraints-dead-no-token = No token of the vocabulary begins what the grammar wants.
constraints-dead-filters = The filters came first and kept only tokens that the grammar forbids; the { $n } legal ones were already gone.
constraints-dead-excluded = The grammar allows some tokens, and the rest of the chain excludes each of them.
constraints-dead-taken-back = Every token that could be drawn here has been taken back.
constraints-dead-nothing = Nothing can be drawn. An empty distribution is no distribution: something must give.
constraints-out-backtrack = Backtrack: { $token } is taken back and forbidden at its place, and the next draw is made there again, with a new coin.
constraints-out-repair =
    { $n ->
        [1] Repair: { $tokens } is forced, the shortest way to a complete text. The model was not asked.
       *[other] Repair: { $tokens } are forced, the shortest way to a complete text. The model was not asked.
    }
constraints-out-nothing-left = There is nothing left to take back. The text is rejected: nothing was emitted.
constraints-out-no-completion = No tokens spell a completion, so nothing can be forced. The text is rejected.
constraints-out-reject = Reject: the text ends here, and says so. Nothing illegal was emitted.
constraints-event-took-back = dead end: took back { $token }
constraints-event-forced = dead end: forced { $tokens }
constraints-event-rejected = dead end: rejected

# Both distributions.
constraints-save-json = Save text (JSON)
constraints-of = { $n } of { $all }
constraints-not-asked = not asked yet
constraints-not-measured = not measured
constraints-fact-legal = legal tokens
constraints-fact-feasible = feasible mass
constraints-fact-drawable = can be drawn, after filters
constraints-fact-time = time of the mask
constraints-row-taken-back = taken back
constraints-row-illegal = illegal
constraints-row-drawn = drawn
constraints-row-legal = legal
constraints-others-legal =
    { $n ->
        [one] { $n } other legal
       *[other] { $n } others legal
    }
constraints-others-illegal =
    { $n ->
        [one] { $n } other illegal
       *[other] { $n } others illegal
    }
constraints-rows-caption = The most probable tokens and the most probable legal ones, before the mask and under it
constraints-column-token = token
constraints-column-given-legal = p(x | legal)
constraints-column-filtered = filtered
constraints-column-said = what the grammar says
constraints-under-mask = under the mask
constraints-free = free
constraints-key-illegal = illegal: struck out
constraints-key-filtered = after temperature and filters

# The automaton and the stack.
constraints-stack-title = The stack: values that are open, innermost on top
constraints-automaton-title = The automaton over bytes
constraints-automaton-empty = Drawn as soon as a text is on stage.
constraints-text-ended = The text has ended.
constraints-text-complete = The text is complete: it may end here.
constraints-text-goes-on = The text may not end here.
constraints-now = Now: <b>{ $place }</b>. May come next: <b>{ $expects }</b>
constraints-bytes =
    { $n ->
        [one] ({ $n } byte of 256).
       *[other] ({ $n } bytes of 256).
    }
constraints-moves = Moves of this token, byte by byte
constraints-opens = ↑ opens
constraints-closes = ↓ closes
constraints-circles = Double circles: the text may end there.
constraints-not-drawn =
    { $n ->
        [one] { $n } state not drawn: this is the neighbourhood.
       *[other] { $n } states not drawn: this is the neighbourhood.
    }
constraints-save-svg = Save the automaton as SVG
constraints-save-png = Save the automaton as PNG
constraints-edges = Table of edges
constraints-edge-from = From
constraints-edge-bytes = Bytes
constraints-edge-to = To
constraints-edge-moves = Moves now
constraints-open-values = Open values, innermost first
constraints-stack-empty = empty: every value is closed
constraints-frame-expects = expects { $expects }
automaton-states =
    { $n ->
        [one] Automaton with { $n } state.
       *[other] Automaton with { $n } states.
    }
automaton-states-some = Automaton with { $n } states, { $drawn } of them drawn.
automaton-now = Now in state { $state }, { $name }.
automaton-now-end = Now in state { $state }, { $name }; the text may end here.
# Labels within the drawing: short.
automaton-here = ◀ now
automaton-any = any but a few
automaton-beyond-ascii = non-ASCII

# Masked softmax against conditioning.
constraints-conditioning-title = Masked softmax = the model’s distribution, given the allowed set
constraints-for-token = for the token
constraints-token = Token
constraints-sum-own = p(x), the model’s own
constraints-sum-mass = ÷ feasible mass, Σ p over the legal tokens
constraints-sum-quotient = = p(x | legal)
constraints-sum-softmax = softmax over the legal logits
constraints-sum-difference = difference
constraints-difference-words = Over all { $n } tokens the largest difference is { $difference }: rounding, no more.
constraints-conditioning-empty = No legal token has any probability here, so there is nothing to divide.

# A text that is tried.
constraints-try-title = What may come next
constraints-try-field = Try the beginning of a text
constraints-try-table = Beginnings of texts
constraints-try-after = After
constraints-try-so-far = So far
constraints-try-next = Next
constraints-try-column-tokens = Tokens
constraints-try-nothing = (nothing)
constraints-try-complete = ✓ complete
constraints-try-legal = ✓ legal so far
constraints-try-illegal = ✕ illegal
constraints-try-tokens =
    { $n ->
        [one] { $n } token: { $tokens }
       *[other] { $n } tokens: { $tokens }
    }
constraints-try-should =
    { $n ->
        [one] after { $n } byte it should have been { $expected }
       *[other] after { $n } bytes it should have been { $expected }
    }
constraints-try-none = no token

# Speculation and beams under the same mask.
constraints-draft-title = With the <draft>draft</draft>: the same mask on p and on q
constraints-draft-empty = It runs as soon as the text is written.
constraints-draft-legal =
    { $n ->
        [one] All { $n } emitted token are legal, and { $end }.
       *[other] All { $n } emitted tokens are legal, and { $end }.
    }
constraints-draft-illegal =
    { $n ->
        [one] Not all emitted tokens are legal, and { $end }.
       *[other] Not all emitted tokens are legal, and { $end }.
    }
constraints-draft-complete = the text is complete
constraints-draft-context = the text is incomplete: the models’ context is full
constraints-draft-length = the text is incomplete: it reached its longest allowed length
constraints-draft-order = Here the mask comes before the filters, whatever is chosen for the text above: there is no dead end.
constraints-draft-same = It is the very text above.
constraints-draft-other = It is another draw from the same law: its coins are used otherwise. At temperature 0 it is the very same text.
constraints-draft-cycles = Cycles
constraints-dropped =
    { $n ->
        [one] { $n } dropped
       *[other] { $n } dropped
    }
constraints-draft-link = Step through these cycles in the lab { $lab }
constraints-rate = rate
constraints-rate-drafted = accepted of drafted
constraints-rate-tested = accepted of tested
constraints-rate-overlap = mean overlap Σ min(p, q)
constraints-rate-tokens = tokens per cycle τ
constraints-beams-title = With { $n } beams: the best texts, under the mask and free
constraints-beams-empty = The search runs as soon as the text is written.
constraints-beams-hint = Scores are sums of log-probabilities in nats: those under the mask are of the masked distribution, so they compare texts of one side only. No temperature, no filters: the mask alone.
constraints-beam-end = how it ended
constraints-beam-ended = ✓ ended
constraints-beam-cut = cut at the cap

# All steps.
constraints-steps-title = All steps shown so far
constraints-steps-table = Table of steps
constraints-steps-step = Step
constraints-steps-token = Token
constraints-steps-legal = Legal
constraints-steps-feasible = Feasible mass
constraints-steps-under = Under the mask
constraints-steps-millis = Mask, ms
constraints-mask-times = A mask over the whole vocabulary took { $mean } on average and { $most } at most.
constraints-mask-times-none = The times of masks are measured while the target runs here.

## What a grammar expects, where it stands, and what is wrong with it

grammar-list = { $first }, { $second }
grammar-or = { $first } or { $second }
grammar-and = { $first } and { $second }
grammar-nothing = nothing: the text has ended
grammar-end = the end of the text
grammar-digit = a digit
grammar-letter = a letter
grammar-small-letter = a small letter
grammar-capital-letter = a capital letter
grammar-any = any character
grammar-any-but = any character but { $missing }
grammar-space = a space
grammar-line-end = a line end
grammar-tab = a tab
grammar-byte = the byte { $byte }
grammar-beyond-ascii = a character beyond ASCII
grammar-rest-of-character = the rest of a character
grammar-key = the key { $name }
grammar-rest-of-key = the rest of the key { $name }
grammar-character = a character of the string
grammar-escape = the rest of an escape such as { $first } or { $second }
grammar-hex-digit = a hexadecimal digit
grammar-object = an object
grammar-a-list = a list
grammar-string = a string
grammar-integer = an integer
grammar-number = a number
grammar-one-of-many = one of { $n } values such as { $example }
grammar-state-start = start
grammar-state-digits =
    { $n ->
        [one] { $n } digit
       *[other] { $n } digits
    }
grammar-state-digits-more = { $n } or more digits
grammar-state-after = after { $text }
grammar-state-digit = after a digit
grammar-state-digit-number = after digit { $n }
grammar-state-comma-number = after comma { $n }
grammar-state-closed = closed
grammar-the-text = the text
grammar-item = item { $n }
grammar-place = { $path }: { $name }, { $progress }
grammar-all-closed = everything is closed
grammar-due = not begun
grammar-begun = begun
grammar-opened = opened
grammar-within-key = within a key
grammar-after-key = after the key { $name }
grammar-property = property { $name }
grammar-after-comma = after a comma
grammar-items = { $n } of at most { $most } items
grammar-characters = { $n } of at most { $most } characters
grammar-after-sign = after the sign
grammar-zero = 0 before the point
grammar-digits = { $n } of at most { $most } digits
grammar-after-point = after the point
grammar-fraction-digits = { $n } of at most { $most } digits after the point
grammar-error-kind = { $given } is no constraint; it must begin with { $kinds }.
grammar-error-regex = This regular expression cannot be read at character { $n }: { $fault }.
grammar-error-json = This schema is not JSON: { $why }.
grammar-error-schema = The schema at { $path } cannot be used: { $why }.
grammar-error-keyword = The schema's keyword { $keyword } at { $path } cannot be used: { $why }.
grammar-error-unsupported = The schema's keyword { $keyword } at { $path } is not supported.
grammar-error-unsatisfiable = Nothing can satisfy this constraint: { $why }.
grammar-error-unsatisfiable-at = Nothing can satisfy the schema at { $path }: { $why }.
grammar-error-large = This constraint is too large: { $what } may be { $limit } at most.
grammar-fault-at = { $fault } (at { $character })
grammar-fault-at-end = { $fault } (at its end)
grammar-fault-unclosed-group = unclosed group
grammar-fault-unopened-group = unopened group
grammar-fault-unclosed-class = unclosed character class
grammar-fault-range = invalid character class range, the start must be {"\u003C"}= the end
grammar-fault-nothing-to-repeat = repetition operator missing expression
grammar-fault-unclosed-count = unclosed counted repetition
grammar-fault-no-count = repetition quantifier expects a valid decimal
grammar-fault-count = invalid repetition count range, the start must be {"\u003C"}= the end
grammar-fault-unfinished-escape = incomplete escape sequence, reached end of pattern prematurely
grammar-fault-unknown-escape = unrecognized escape sequence
grammar-fault-back-reference = backreferences are not supported
grammar-fault-look-around = look-around, including look-ahead and look-behind, is not supported
grammar-fault-word-boundary = word boundaries of all alphabets are not supported; write (?-u:\b) for those of ASCII
grammar-fault-no-object = a schema must be an object
grammar-fault-says-nothing = it needs one of { $keywords }
grammar-fault-count-to = it must be a whole number from 0 to { $most }
grammar-fault-no-schemas = it must be a list of schemas
grammar-fault-no-type = it must be one of { $types }, or a list of them
grammar-fault-begin-alike = two of the alternatives begin with { $character }; they must differ in their first character
grammar-fault-no-items = an array needs a schema for its items
grammar-fault-no-properties = it must be an object of schemas
grammar-fault-no-boolean = it must be true or false; properties that are not named are never written
grammar-fault-no-names = it must be a list of names
grammar-fault-no-such-property = it names { $name }, which is not among the properties
grammar-fault-no-values = it must be a list of values
grammar-fault-beside = it cannot stand beside { $keyword }
grammar-fault-no-whole-number = it must be a whole number
grammar-fault-bounds = supported are a { $keyword } of 0 alone, or both bounds of an integer, at most { $most } apart
grammar-no-digits = no text has at least { $least } and at most { $most } digits
grammar-no-list = no such list exists
grammar-no-match = no text matches this regular expression
grammar-no-bounds = { $first } is { $least } and { $second } is { $most }
grammar-no-choice = there is nothing to choose from
grammar-no-value = no value of the list is of the right type
grammar-excess-digits = the number of digits
grammar-excess-items = the number of items
grammar-excess-states = the states of this regular expression's automaton
grammar-excess-schema = the bytes of this schema
grammar-excess-text = the shortest text of { $path }, in bytes,
grammar-excess-nesting = the nesting of { $path }
grammar-excess-values = the values of { $path }

## Figures in other pages

chapter-no-figure = There is no figure { $name } in this chapter; all of it is shown.
embed-figure = Embed this figure

## What the engine refuses, and why: src/engine/error.rs says the same in English.
fault-config-unreadable = { $model }/config.json cannot be read ({ $detail }); it must be the config.json of a Hugging Face Llama model
fault-config-unsupported = { $model } cannot run here: { $feature }; choose a plain Llama model
fault-config-impossible = { $model }/config.json contradicts itself: { $detail }; take the file that belongs to the weights
fault-weights-unreadable = { $model }/model.safetensors is damaged or cut short ({ $n_bytes } bytes arrived); download it again
fault-missing-tensor = { $model }/model.safetensors has no tensor { $tensor }; its config.json must belong to another model
fault-unexpected-tensor = { $model }/model.safetensors has a tensor { $tensor } that config.json does not announce; this is not a plain Llama model
fault-wrong-shape = the tensor { $tensor } of { $model } has shape { $found }, but config.json makes it { $expected }; the two files do not belong together
fault-wrong-number-type = the tensor { $tensor } of { $model } holds { $dtype } numbers; only F32, F16 and BF16 are read: save the model as one of these
fault-weights-not-finite = the tensor { $tensor } of { $model } holds numbers that are not finite; the training or the download went wrong
fault-tokenizer-unreadable = { $model }/tokenizer.json cannot be read ({ $detail }); it must be the file that the crate `tokenizers` writes
fault-tokenizer-unsupported = the tokenizer of { $model } cannot be used here: { $detail }; only byte-level BPE is read, since it loses no byte of a text
fault-tokenizer-lossy = the tokenizer changes the text it is given: “{ $given }” comes back as “{ $back }”; such a tokenizer cannot be used here
fault-vocabulary-too-small = { $model } knows { $model_size } tokens, but its tokenizer has { $tokenizer_size }; the files do not belong together
fault-special-token-outside = { $model }/config.json names the token { $token } as { $role }, but the tokenizer has only { $tokenizer_size } tokens
fault-vocabulary-mismatch = the draft { $draft } ({ $draft_size } tokens) and the target { $target } ({ $target_size } tokens) have different vocabularies: token { $token } is { $draft_token } in the draft and { $target_token } in the target; choose two models with one tokenizer
fault-path-outside-vocabulary = the path names the token { $token }, but the models know only { $vocab_size }; go back to the prompt
fault-constraint = { $why }
fault-no-room-after-prompt = the prompt has { $n_prompt } tokens and leaves no room for { $n_more } more: the models see at most { $context_len }; shorten it
fault-prompt-too-long = the prompt has { $n_tokens } tokens, but the models see at most { $context_len }; shorten it
fault-context-full = the text has reached the models' limit of { $context_len } tokens ({ $n_cached } are held, { $n_more } more were given); start a shorter one
fault-token-outside = { $model } was given the token { $token }, but has only { $vocab_size }; this is a fault of this program
fault-logits-not-finite = { $model } computed numbers that are not finite after { $n_tokens } tokens; its weights are damaged: load it again, or another model
fault-arithmetic = an internal step failed while { $doing }; this is a fault of this program ({ $source })
fault-file-unreadable = { $path } cannot be read ({ $detail }); a model's folder holds config.json, model.safetensors and tokenizer.json
fault-fetch-status = { $url } could not be fetched: the server answered { $status }; check that the model files are beside the page
fault-fetch-failed = { $url } could not be fetched: the connection failed after { $n_bytes } bytes ({ $detail }); check the network and try again
fault-fetch-short = { $url } ended early: { $n_bytes } of { $expected_bytes } bytes arrived; try again
fault-opened-unreadable = { $file } cannot be read ({ $detail }); if it has changed or is gone, open it again
fault-too-large = { $model } needs about { $needed_mb } MB of memory, and there can be at most { $most_mb } MB here; take a smaller model
fault-no-memory = { $model } needs about { $needed_mb } MB of memory, which the browser does not give; close other pages, or take a smaller model
fault-gpu = { $why }; the CPU computes everything as well
fault-prompt-empty = there is nothing to continue; give a prompt
fault-other-target = { $model } belongs to another target than { $target }; what lives inside a target drafts for that one alone
fault-no-inner-states = the reference keeps its inner states to itself; choose other kernels to see this way
fault-other-tokens = the texts to count are written in other tokens than those of { $target }
fault-not-loaded = the models are not loaded yet; wait for them, or load them again
fault-request-unreadable = the worker was sent something that it cannot read
