# Les textes de la page en français. Clés, valeurs et balises sont celles de en.ftl.

## La langue elle-même

language-name = Français
language-choice = Langue
language-failed = Les textes de cette langue n’ont pas pu être chargés. La page reste telle quelle.

## Nombres, guillemets, quantités

number-decimal = ,
number-group = {"\u202F"}
number-group-from = 1000
number-percent = { $number }{"\u202F"}%
quote-open = «{"\u00A0"}
quote-close = {"\u00A0"}»
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
        [one] { $n } passe de la cible
       *[other] { $n } passes de la cible
    }
count-others =
    { $n ->
        [one] { $n } autre
       *[other] { $n } autres
    }
size-kilobytes = { $n } Ko
size-megabytes = { $n } Mo
time-seconds = { $n } s
time-milliseconds = { $n } ms

## En-tête, dialogues, lecture

site-title = Decoding Lab
site-title-of = { $page } – Decoding Lab
shell-skip = Aller au contenu
shell-pages = Manuel
shell-labs = Laboratoires
shell-settings = Réglages
shell-settings-close = Fermer les réglages
shell-close = Fermer
shell-keys = Touches
shell-how-it-works = Comment ça marche
theme-is = Couleurs : { $name }
theme-auto = auto
theme-light = clair
theme-dark = sombre
keys-in-fields = Dans le prompt et les autres champs de texte, les touches écrivent.
keys-space = Espace
keys-space-does = Lire ou mettre en pause
keys-right-does = Un pas en avant
keys-left-does = Un pas en arrière
keys-next = Maj →  ou  Page suiv.
keys-next-does = À la fin de ce cycle, puis du suivant
keys-previous = Maj ←  ou  Page préc.
keys-previous-does = À la fin du cycle précédent
keys-home = Début
keys-home-does = Retour au prompt
keys-end = Fin
keys-end-does = À la fin de l’histoire
keys-help-does = Cette liste
playback-label = Lecture
playback-restart = Recommencer
playback-back = Pas en arrière
playback-play = Lire
playback-pause = Pause
playback-step = Pas
playback-next-cycle = Cycle suivant
playback-next-token = Token suivant
playback-next-proof = Preuve suivante
playback-next-level = Niveau suivant
playback-to-end = Jusqu’à la fin
playback-place = Place dans l’histoire
playback-speed = Vitesse
playback-speed-value = { $n }×
place-cycle = cycle { $cycle } sur { $cycles } · pas { $step } sur { $steps }
place-before-cycle = avant le cycle 1 sur { $cycles }

## Messages

notice-dismiss = Fermer
notice-dismiss-this = Fermer ce message
notice-try-again = Réessayer
notice-restart = Relancer les modèles
notice-what-stays = Ce qui est sur la page reste ; les modèles doivent repartir à neuf.
notice-not-run = L’exécution n’a pas été possible : { $why }
notice-worker-silent = La partie de la page qui exécute les modèles ne répond plus.
notice-not-saved = Ce navigateur n’a pas laissé la page enregistrer le fichier.
notice-picture-not-saved = Ce navigateur n’a pas laissé la page enregistrer l’image.
notice-not-read = Le fichier n’a pas pu être lu.
notice-mismatch = Le calcul de la page ne concorde pas avec celui du worker ({ $what }) ; merci de le signaler.
notice-bad-seed = Une graine est un nombre entier de 0 à { $most } ; l’ancienne est gardée.
notice-trace-refused = Cette trace ne peut pas être montrée : { $why }.
notice-trace-contradicts = Cette trace ne peut pas être montrée : ses données se contredisent ({ $why }).
notice-file-not-opened = Le fichier n’a pas pu être ouvert : { $why }.
notice-example-not-opened = L’exemple enregistré n’a pas pu être ouvert : { $why }.
notice-run-not-shown = L’exécution n’a pas pu être montrée ({ $why }).

## Ce qui ne va pas dans un lien

link-clamped = { $name } = { $given } est hors limites ; { $used } est pris à la place
link-no-number = { $name } = { $given } n’est pas un nombre ; { $used } est pris à la place
link-drafts-known = ce qui est connu
link-no-choice = { $name } = { $given } n’est pas un choix ; { $used } est pris à la place
link-bad-numbers = { $name } = { $given } n’est pas utilisable : { $wanted }, reliés par _ ; les valeurs habituelles sont prises
link-numbers-v = 8 nombres de 1 à 20
link-numbers-alphas = 1 à 8 nombres de 0 à 1
link-numbers-tree = propositions après chaque proposition, niveau par niveau, 15 en tout au plus
link-bad-order = « { $given } » n’est pas un ordre des étapes ; l’ordre habituel est pris
link-bad-bias = bias = { $given } n’est pas utilisable : le numéro d’un token, _ et un biais de -{ $bias } à { $bias } ; { $most } au plus
link-bad-stop = la chaîne d’arrêt « { $given } » n’est pas utilisable : { $bytes } octets au plus chacune ; { $most } au plus
link-bad-distribution = « { $given } » n’est pas une distribution : { $least } à { $most } nombres reliés par _ dont la somme est 1 ; la distribution habituelle est prise
link-unequal-distributions = p et q doivent être donnés tous deux, sur les mêmes tokens ; les distributions habituelles sont prises
link-no-mistake = l’erreur « { $given } » n’existe pas ; tout est fait correctement
link-no-scenario = le scénario « { $given } » n’existe pas ; les modèles entraînés sont pris
link-prompt-cut = le prompt dépassait { $bytes } octets et a été coupé
link-constraint-too-long = la contrainte a { $bytes } octets, et { $most } est le maximum ; elle a été laissée de côté

## Ce qui ne va pas dans un enregistrement

recording-no-proof = ce n’est pas une preuve enregistrée : { $why }
recording-no-measurement = ce n’est pas une mesure enregistrée : { $why }
recording-layout = cet enregistrement a le format { $found } ; cette page lit le format { $wanted }
recording-tokens = cet enregistrement nomme des tokens absents de son vocabulaire
recording-cycles = les cycles de cet enregistrement se contredisent
recording-settings = les réglages de cet enregistrement sont hors limites
recording-distributions = p et q de cet enregistrement ne sont pas deux distributions sur les mêmes { $least } à { $most } tokens
recording-counts = les comptes de cet enregistrement contredisent ses réglages

## Réglages communs à plusieurs laboratoires

settings-stage = Ce qui est en scène
settings-models = Modèles entraînés
settings-case-correction = Cas 1 : une correction
settings-case-bonus = Cas 2 : un bonus
settings-case-hint = Un cas d’école. Les distributions sont écrites à la main pour que l’histoire se déroule ainsi ; le décodeur et ses pièces sont les vrais. Ses réglages sont fixes.
settings-prompt-and-settings = Prompt et réglages
settings-constraint = Sous une contrainte
settings-constraint-hint = le même masque sur p et sur q, avant tout le reste
settings-constraint-drop = Libérer le texte
settings-prompt = L’histoire jusqu’ici
settings-opening = Choisir un début
settings-opening-none = Choisir un début …
settings-seed = Graine
settings-next-seed = Graine suivante
settings-seed-hint = la même graine raconte la même histoire
settings-stop = Arrêter les modèles
settings-open-trace = Ouvrir une trace …
settings-open-search = Ouvrir une recherche …
settings-open-text = Ouvrir un texte …
settings-open-measurement = Ouvrir une mesure …
settings-open-logits = Ouvrir des logits …
settings-open-trials = Ouvrir des essais …
settings-trace-file = Un fichier de trace
settings-off = Non

## Les modèles

engine-starting = Les modèles démarrent …
engine-loading = Chargement des modèles : { $loaded }
engine-loading-of = Chargement des modèles : { $loaded } sur { $total }
engine-meanwhile = Le calcul se fera avec { $kernels }. D’ici là, ce qui est en scène y reste.
engine-no-worker = Ce navigateur ne laisse pas la page démarrer un worker.
engine-other-version = Le worker et cette page sont de versions différentes ; rechargez la page.
engine-stopped = La partie de la page qui fait tourner les modèles n’a pas démarré ou s’est arrêtée.
engine-loaded = Chargés en { $time }. Les deux tournent ici, dans votre navigateur, calculés avec { $kernels }.
engine-not-running = Les modèles ne tournent pas.
engine-computed-with = Calculé avec
engine-target = <target>cible</target> { $size } · { $precision }
engine-draft = <draft>brouillon</draft> { $size } · { $precision }
engine-draft-itself = <draft>brouillon</draft> la cible elle-même
models-target = Modèle cible
models-draft = Modèle brouillon
models-option = { $name } · { $parameters } · { $size }
models-option-itself = la cible elle-même · rien de plus à charger
models-option-opened = { $name } · { $size } sur cet appareil
models-usual-effect = La cible habituelle : elle tient sa phrase, et perd le fil au bout de quelques-unes.
models-smaller-effect = Une cible avec un tiers des poids : plus vite chargée et plus vite calculée, et à courte vue.
models-opened-target-effect = Un modèle que vous avez ouvert.
models-small-effect = Un petit modèle qui a appris à deviner ce que la cible écrit.
models-poor-effect = Un modèle bien plus petit qui devine mal : la plupart de ses tokens sont rejetés, et le texte suit quand même la loi de la cible.
models-target-effect = Les mêmes poids pour les deux, donc p = q : chaque token est accepté, et rien n’est gagné.
models-opened-effect = Un modèle que vous avez ouvert. Il connaît les tokens de la cible.
models-own = Vos propres modèles
models-own-hint = Un modèle Llama tel que Hugging Face le range : config.json, model.safetensors et tokenizer.json (BPE sur des octets), choisis ensemble ou comme dossier. Il est lu dans ce navigateur, n’est envoyé nulle part et reste jusqu’à ce que vous quittiez cette page.
models-open-target = Ouvrir une cible …
models-open-target-folder = Ouvrir le dossier d’une cible …
models-open-draft = Ouvrir un brouillon …
models-open-draft-folder = Ouvrir le dossier d’un brouillon …
models-target-opened = { $name } est la cible ({ $size } sur cet appareil).
models-own-draft = Elle est son propre brouillon, car un brouillon doit connaître les mêmes tokens. Vous pouvez en ouvrir un plus petit.
models-back = Revenir à { $name }
models-not-used = Inutilisable : { $why } Les modèles d’avant restent.
models-fault-nothing = aucun fichier n’a été choisi.
models-fault-missing = { $file } n’est pas parmi les fichiers. Choisissez ensemble config.json, model.safetensors et tokenizer.json.
models-fault-parts = les poids sont dans plusieurs fichiers. Enregistrez le modèle avec tous les poids dans un seul model.safetensors.
models-fault-several = plus d’un fichier pourrait être { $file }. Choisissez ceux d’un seul modèle.
kernels-reference = la référence, en f32
kernels-scalar = f32 scalaire
kernels-simd = SIMD, en f32
kernels-relaxed = SIMD relâché, en f32
kernels-int8 = int8
kernels-gpu = WebGPU, en f32
kernels-gpu-int8 = WebGPU, en int8
kernels-reference-effect = La passe avant d’une bibliothèque générale, faite pour des modèles de toute taille. Toutes les autres sont testées contre elle.
kernels-scalar-effect = Un produit à la fois, comme sans SIMD. Plus lent, et le même texte au dernier bit près.
kernels-simd-effect = Quatre produits en une instruction, quatre sommes dans la suivante. Les mêmes bits dans chaque navigateur.
kernels-relaxed-effect = Quatre produits et quatre sommes en une instruction. Les derniers bits peuvent varier d’un processeur à l’autre.
kernels-int8-effect = Poids sur 7 bits, entrées sur 8 : un quart de la mémoire, plusieurs fois plus de produits par instruction. Les probabilités se décalent un peu, de la même façon dans chaque navigateur.
kernels-gpu-effect = La cible tourne sur le processeur graphique, le brouillon sur le CPU. Là, une passe sur plusieurs tokens coûte à peine plus qu’une passe sur un seul. Les derniers bits sont ceux de l’appareil.
kernels-gpu-int8-effect = La cible tourne sur le processeur graphique, avec des poids sur 7 bits décompressés à la lecture ; le brouillon sur le CPU, en int8.
kernels-relaxed-name = SIMD relâché
kernels-simd-name = SIMD
kernels-scalar-name = code scalaire
kernels-pick-other = { $time } ({ $kernels })
kernels-picked = Choisi pour cet appareil : { $kernels }, { $time } contre { $others }, pour les produits d’un token.
kernels-would-pick = Cet appareil choisirait : { $kernels }, { $time } contre { $others }, pour les produits d’un token.
gpu-times = Mesuré sur { $device } : une passe sur un token prend { $gpu }, sur le CPU { $cpu } ; sur { $several } tokens elle prend { $gpumore } ({ $gpugrowth } fois plus), sur le CPU { $cpumore } ({ $cpugrowth } fois).
gpu-faster = Le processeur graphique est le plus rapide pour les deux.
gpu-slower = Le CPU est le plus rapide pour les deux.
gpu-faster-for-several = Pour un token le CPU est plus rapide, pour plusieurs en une passe le processeur graphique : ici la spéculation est rentable.
gpu-faster-for-one = Pour un token le processeur graphique est plus rapide, pour plusieurs en une passe le CPU.
device-estimated = Estimé pour { $device }, d’après les appels et les octets d’une passe : sur un token { $gpu }, sur le CPU { $cpu } ; sur { $several } tokens { $gpumore }, sur le CPU { $cpumore }.
device-measured = Mesuré auparavant sur { $device } : sur un token { $gpu }, sur le CPU { $cpu } ; sur { $several } tokens { $gpumore }, sur le CPU { $cpumore }.
device-pick = { $grounds } { $verdict }
device-job-one = Les passes de ce laboratoire portent sur un token : { $here } sur le CPU, { $there } sur le processeur graphique.
device-job-cycle =
    { $gamma ->
        [one] Un cycle de ce laboratoire, c’est une passe du brouillon sur le CPU et une de la cible sur { $n } tokens : { $here } avec la cible sur le CPU, { $there } avec la cible sur le processeur graphique.
       *[other] Un cycle de ce laboratoire, c’est { $gamma } passes du brouillon sur le CPU et une de la cible sur { $n } tokens : { $here } avec la cible sur le CPU, { $there } avec la cible sur le processeur graphique.
    }
device-job-together = Les passes de ce laboratoire portent sur { $n } tokens au plus : { $here } sur le CPU, { $there } sur le processeur graphique.
device-picked-cpu = Le CPU est donc choisi.
device-picked-cpu-by-margin = Le processeur graphique n’est pas plus rapide de { $margin } : le CPU est donc choisi.
device-picked-gpu = Le processeur graphique est donc choisi.
device-would-pick-cpu = D’elle-même, la page choisirait le CPU.
device-would-pick-gpu = D’elle-même, la page choisirait le processeur graphique.
gpu-gone = { $why } Le CPU calcule à sa place.
gpu-no-adapter = Ce navigateur n’a pas WebGPU, ou pas de processeur graphique pour lui.
gpu-refused = Le processeur graphique a refusé ce qui lui était demandé ({ $detail }).
gpu-too-large = Le modèle demande { $wanted } dans un tampon du processeur graphique, qui en prend au plus { $most }.
gpu-unsupported = Le processeur graphique n’est pas utilisé pour ceci : { $feature }.
gpu-mismatch = Le processeur graphique calcule d’autres nombres que le CPU, et n’est pas utilisé.
gpu-lost = Le navigateur a perdu le processeur graphique.

## D’où vient une exécution, et pourquoi elle a fini

source-recorded = Enregistré
source-recorded-more = {" "}auparavant avec ces modèles
source-recorded-other-more = {" "}auparavant, avec d’autres réglages ; les vôtres suivent
source-recorded-one-more = {" "}auparavant avec ce modèle
source-recorded-counted-more = {" "}: la même graine compte la même chose
source-file = D’un fichier
source-file-int8-more = , calculé en int8
source-file-scalar-more = , calculé en f32 scalaire
source-file-reference-more = , calculé par la référence en f32
source-file-simd-more = , calculé avec SIMD en f32
source-file-relaxed-more = , calculé avec SIMD relâché en f32
source-file-gpu-more = , la cible calculée sur un processeur graphique en f32
source-file-gpu-int8-more = , la cible calculée sur un processeur graphique en int8
source-live = En direct
source-live-more = {" "}: les deux modèles tournent dans cette page
source-live-int8-more = {" "}: les deux modèles tournent dans cette page, en int8
source-live-scalar-more = {" "}: les deux modèles tournent dans cette page, un nombre à la fois
source-live-reference-more = {" "}: les deux modèles tournent dans cette page, dans la référence
source-live-gpu-more = {" "}: la cible tourne sur le processeur graphique de cet appareil, le brouillon dans cette page
source-live-gpu-int8-more = {" "}: la cible tourne sur le processeur graphique de cet appareil, le brouillon dans cette page, tous deux en int8
source-live-target-more = {" "}: la cible tourne dans cette page
source-live-written-more = {" "}: écrit par les modèles dans cette page
source-live-measured-more = {" "}: mesuré dans cette page
source-live-counted-more = {" "}: compté dans cette page
source-table = Table
source-case = Cas préparé
source-case-more = {" "}: les distributions sont faites à la main
stop-token = L’histoire est finie : le token de fin de texte a été émis.
stop-length = Tous les tokens demandés sont écrits.
stop-context = Le contexte des modèles est plein : ils ne voient pas plus loin que ce nombre de tokens.
stop-dead-end = Il ne reste aucun token à choisir.
stop-empty-prompt = Il n’y a rien à continuer : écrivez un début.
stop-cancelled = Arrêté.

## Les réglages par leur nom, et ce que fait chacun à sa valeur

knob-gamma = Longueur du brouillon γ
knob-live_n = Tokens par texte n
knob-temperature = Température T
knob-top_k = Top-k
knob-top_p = Top-p
knob-min_p = Min-p
knob-repetition_penalty = Pénalité de répétition
knob-presence_penalty = Pénalité de présence
knob-frequency_penalty = Pénalité de fréquence
knob-max_new_tokens = Tokens à écrire
knob-num_beams = Faisceaux B
knob-max_depth = Profondeur
knob-length_penalty = Pénalité de longueur a
knob-num_beam_groups = Groupes de diversité
knob-diversity_penalty = Pénalité de diversité
knob-seed = Graine
knob-alpha = Taux d’acceptation α
knob-draft_cost = Coût d’une passe du brouillon c
knob-verify_slope = Coût d’une position de plus
knob-pass_millis = Une passe de la cible
knob-confidence = Poursuivre tant que sûr à
effect-live_n =
    { $n ->
        [one] jusqu’à { $n } token, moins là où l’histoire finit
       *[other] jusqu’à { $n } tokens, moins là où l’histoire finit
    }
effect-gamma =
    { $n ->
        [one] { $n } proposition par cycle, puis une passe de la cible sur { $positions } positions
       *[other] { $n } propositions par cycle, puis une passe de la cible sur { $positions } positions
    }
effect-temperature-zero = toujours le token le plus probable
effect-temperature-low = plus tranché que le modèle lui-même
effect-temperature-one = les chances du modèle lui-même
effect-temperature-high = plus plat que le modèle lui-même
effect-top_k =
    { $n ->
        [0] pas de limite au nombre de tokens
        [1] ne garde que le meilleur token
       *[other] garde les { $n } tokens les plus probables
    }
effect-top_p-all = garde toute la masse de probabilité
effect-top_p-none = ne garde que le meilleur token
effect-top_p = garde le moins de tokens qui réunissent { $share } de la masse
effect-min_p-off = aucun token n’est trop improbable
effect-min_p = garde les tokens au moins { $share } aussi probables que le meilleur
effect-repetition-off = les tokens peuvent se répéter librement
effect-repetition = rend moins probables les tokens déjà employés
effect-penalty-off = ce qui a été produit peut revenir librement
effect-penalty-favours = favorise ce qui a déjà été produit
effect-presence = les tokens produits perdent { $value } de leur logit, une fois
effect-frequency = les tokens produits perdent { $value } de leur logit à chaque fois
effect-max_new_tokens = sauf si l’histoire ou le contexte finit avant
effect-num_beams =
    { $n ->
        [1] un faisceau, c’est la méthode gloutonne : toujours le meilleur token
       *[other] garde les { $n } meilleurs textes à chaque niveau
    }
effect-max_depth =
    { $n ->
        [one] au plus { $n } token après le prompt
       *[other] au plus { $n } tokens après le prompt
    }
effect-length_penalty-off = les textes sont classés par leur seul score
effect-length_penalty-longer = classe par s / longueur^{ $value } : favorise les textes longs
effect-length_penalty-shorter = classe par s / longueur^({ $value }) : favorise les textes courts
effect-num_beam_groups-one = tous les faisceaux sont une seule recherche
effect-num_beam_groups = { $n } recherches côte à côte se partagent les faisceaux
effect-diversity-off = les groupes peuvent dire la même chose
effect-diversity = un groupe paie { $value } pour chaque répétition du token d’un groupe précédent ; il faut des groupes
effect-alpha = { $n } propositions testées sur 100 sont gardées
effect-draft_cost-zero = les propositions ne coûtent rien
effect-draft_cost = T_draft / T_target : { $share } d’une passe de la cible
effect-verify_slope-zero = v(m) = 1 : la mémoire décide, les positions sont gratuites
effect-verify_slope = v(m) = 1 + { $value } (m − 1), en moyenne
effect-pass_millis = millisecondes, dans la course
effect-confidence-off = les brouillons ont toujours toute leur longueur
effect-confidence = un brouillon finit au premier token auquel il donne moins de { $share }

## Les laboratoires : titres, une phrase chacun, leçons

lab-speculative-title = Cycles spéculatifs
lab-speculative-lede = Le <draft>brouillon</draft> devine quelques tokens. La <target>cible</target> les vérifie tous en une passe.
lab-speculative-lesson =
    Un modèle de langue lit tout un texte pour choisir un token. Un grand modèle le fait lentement. L’échantillonnage spéculatif laisse un petit modèle, le brouillon, deviner quelques tokens, et fait vérifier le tout par le grand, la cible, en une seule passe.

    Chaque proposition x est confrontée à une pièce u. Elle est gardée si u ≤ min(1, p(x)/q(x)), où p est la probabilité de la cible et q celle du brouillon. Un token que le brouillon propose plus souvent que la cible ne le veut est refusé juste assez souvent.

    Le premier refus termine le cycle. À sa place vient un token tiré du résidu, max(0, p − q)/Z : exactement ce que le brouillon a laissé à découvert. Si rien n’est refusé, la passe de la cible a déjà noté la position suivante, et un token bonus vient gratuitement.

    Tokens acceptés et corrigés suivent ensemble exactement la loi de la cible. À température 0 le texte est le même. À d’autres températures c’est un autre tirage de la même loi : ce qui change, c’est le nombre de passes de la cible.

lab-exactness-title = Pourquoi c’est exact
lab-exactness-lede = Deux barres par token, et une preuve qui se voit : l’accepté et le corrigé s’empilent jusqu’à p.
lab-exactness-lesson =
    La spéculation serait inutile si elle changeait ce que le modèle écrit. Elle ne le change pas, et la raison tient en une image. Chaque token a deux barres : q, ce que le brouillon propose, et p, ce que la cible veut. Leur partie commune est la plus basse des deux.

    Un token x est proposé avec la probabilité q(x) et gardé avec la probabilité min(1, p(x)/q(x)). Par ce chemin il sort donc avec la probabilité min(p(x), q(x)), la partie commune. Là où q dépasse p, le brouillon propose trop souvent, et l’excès est refusé.

    Là où p dépasse q, il manque quelque chose. Tout ce qui manque vaut tout ce qui est refusé, car p et q ont chacun pour somme 1 et ont la même partie commune. Après un refus, un token est donc tiré de ce qui manque, le résidu. Partie commune et partie manquante s’empilent jusqu’à p. Rien n’a été supposé de q : un mauvais brouillon rend le décodage lent, jamais faux.

    Chaque détail compte. Tirez la correction de p, acceptez trop facilement une proposition, comparez des textes au lieu de probabilités, et une autre loi sort, ou la même pour plus de travail. Cassez la règle, et voyez quelle ligne de la preuve ne tient plus.

    Jusqu’ici il s’agissait d’un token. Un cycle en propose plusieurs, s’arrête au premier refus et recommence là où il en est resté. Un texte entier garde-t-il sa loi ? Pour des modèles de quelques tokens, il n’y a rien à croire : chaque chemin à travers les cycles est suivi, et tous les chemins vers le même texte sont additionnés. Quelle que soit la longueur du brouillon, la somme est la probabilité que la cible seule donne à ce texte.

    Les vrais modèles ont trop de textes pour les additionner. Là, on ne peut que tirer deux échantillons, l’un avec la cible seule et l’autre par spéculation, et demander s’ils pourraient venir d’une même loi. Une petite valeur p dit qu’ils ne le pourraient guère. Une grande ne dit pas que les lois sont égales : elle dit qu’aucune différence n’a été trouvée, et à côté se lit la taille qu’il aurait fallu pour la remarquer. C’est à cela que servent les tests, à attraper un programme cassé ; cassez la règle et voyez-la prise. La certitude vient de la preuve.

lab-latency-title = Pourquoi c’est rapide
lab-latency-lede = Ce qu’un cycle coûte, ce qu’il rapporte et qui gagne : supposé, mesuré ici, et en course.
lab-latency-lesson =
    Un modèle de langue écrit un token par passe, et une passe doit lire tous les poids. Pour un grand modèle cela prend bien plus de temps que l’arithmétique : la mémoire décide. Une passe sur cinq positions lit les mêmes poids une fois, elle coûte donc à peine plus qu’une passe sur une seule. La spéculation en vit : elle fait de propositions bon marché les positions d’une passe chère.

    Un cycle coûte γ passes du brouillon et une de la cible sur γ + 1 positions. En passes de la cible, c’est γc + v(γ + 1). Il rapporte τ tokens : un à coup sûr, et davantage si plus de propositions sont acceptées. Le rapport est l’accélération. Un brouillon lent, un mauvais brouillon ou une cible pour laquelle les positions ne sont pas gratuites peuvent chacun la faire tomber sous un.

    Les modèles de cette page sont si petits que leurs poids tiennent dans le cache du processeur. Ce n’est alors pas la mémoire qui prend le temps, et cinq positions coûtent plusieurs fois le prix d’une. La spéculation peut donc perdre ici, et la mesure le dit. Sur des machines à grands modèles elle gagne : faites-les courir en temps simulé.

    La bonne longueur d’un brouillon dépend de son assurance. Il peut s’arrêter au premier token dont il n’est pas sûr. Cela change combien on essaie, jamais la loi du texte : le token incertain est lui aussi testé.

lab-drafts-title = Toutes les façons de faire un brouillon
lab-drafts-lede = Un petit <draft>brouillon</draft>, des comptes, des copies, les propres couches de la <target>cible</target> : dix façons de construire q, sur un même texte.
lab-drafts-lesson =
    L’échantillonnage spéculatif a besoin d’une proposition et de la probabilité q(x) avec laquelle elle a été tirée. Il ne demande pas d’où vient q. Le test, le résidu et la preuve sont les mêmes pour toutes les façons ; toutes écrivent donc le texte de la cible. Ce qui change, c’est la fréquence à laquelle une proposition est acceptée, et ce qu’elle coûte.

    Le petit modèle est le classique : une passe par proposition. Les comptes n’ont besoin d’aucun modèle : ce qui a suivi les derniers tokens dans d’autres textes. Une copie est plus sûre encore : ce qui a suivi les mêmes tokens plus tôt, dans ce texte même. Tout son q est sur un seul token ; x est donc accepté avec la probabilité p(x), et le résidu est p sans x.

    La cible peut deviner elle-même. Ses premières couches, avec un petit adaptateur, donnent une distribution avant que les autres n’aient travaillé, et la vérification reprend là où elles se sont arrêtées. Des têtes sur son dernier état devinent à la fois le deuxième, le troisième et le quatrième token à venir, et aucune ne sait ce que disent les autres. Un module qui propage l’état devine l’un après l’autre, et le sait.

    Un arbre offre plusieurs propositions pour chaque place. Elles sont testées tour à tour, chacune face à ce que la cible veut encore après le refus des précédentes ; la loi reste donc p, et davantage est accepté. En une passe, chaque proposition ne voit que le texte et sa propre branche.

    Qui gagne dépend du texte. Les copies gagnent là où il se répète, les comptes là où il dit ce que les textes disent toujours, les façons entraînées ailleurs. Et une proposition souvent juste ne rapporte rien si elle coûte autant que la cible. L’acceptation typique demande seulement si la cible trouve la proposition assez probable. Elle accepte davantage, et le texte n’est plus celui de la cible : activez-la, et voyez échouer le test de la loi.

lab-logits-title = Des logits au token
lab-logits-lede = Une distribution, étape par étape, jusqu’au token que tire une pièce.
lab-logits-lesson =
    Un modèle de langue n’écrit pas. Il finit par un nombre pour chaque token de son vocabulaire, les logits, et softmax en fait des probabilités : p(x) = exp(z(x)) / Σ exp(z). Quel token est écrit, c’est un échantillonneur qui le décide ensuite.

    Un échantillonneur est une chaîne d’étapes. La température divise les logits : sous 1 elle favorise ce qui est déjà probable, au-dessus de 1 elle égalise. Le rapport des chances de deux tokens est exp((zᵢ − zⱼ)/T). Top-k, top-p et min-p retranchent des tokens. Ce qui reste est divisé par sa somme : les tokens gardés deviennent plus probables bien que rien en eux n’ait changé.

    Les programmes qui servent des modèles ont d’autres boutons du même genre. Pénalités et biais changent les logits avant que rien d’autre ne les regarde : la pénalité de répétition agit sur tout token vu, celles de présence et de fréquence sur ceux qui ont été produits, et un biais ajoute un nombre de votre choix à un token de votre choix. Une chaîne d’arrêt ne change aucune probabilité. Elle termine le texte avant elle-même, et tant qu’elle n’est pas complète, ce qui peut le devenir est retenu.

    Chaque étape travaille sur ce que la précédente a laissé. Leur ordre compte donc : top-p garde moins de tokens quand une température basse l’a précédé. Deux programmes aux mêmes réglages peuvent tirer de distributions différentes.

    À la fin une pièce, un nombre entre 0 et 1, tombe quelque part sur les probabilités mises bout à bout. Tirez souvent, et les comptes approchent des probabilités. Choisissez un token à la main pour voir où le texte serait allé.

lab-beams-title = Glouton et faisceaux
lab-beams-lede = Le second maintenant peut être le meilleur plus tard : plusieurs textes à la fois, et les meilleurs restent.
lab-beams-lesson =
    À chaque place un modèle offre des milliers de tokens, et chaque choix change tous ceux qui suivent. Le décodage glouton (greedy) prend chaque fois le token le plus probable. Il ne regarde jamais en arrière : un token qui est second maintenant peut mener plus tard à un meilleur texte, et le glouton ne le verra pas.

    La recherche en faisceau (beam search) garde plusieurs textes à la fois. À chaque niveau elle prolonge chacun d’eux de chaque token, classe tous les résultats et garde les B meilleurs : les faisceaux. Ce qui n’est pas gardé est élagué pour de bon. Un texte est classé par son score, la somme des logarithmes des probabilités de ses tokens, s = Σ log p. On additionne des logarithmes parce que le produit de nombreuses petites probabilités est vite plus petit que tout nombre qu’un ordinateur peut écrire. Avec B = 1, la recherche en faisceau est gloutonne.

    Un texte qui finit par le token de fin est terminé. Il est gelé, garde son score et concurrence ceux qui continuent. Les scores ne peuvent que baisser ; dès qu’aucun faisceau vivant ne peut plus dépasser les textes terminés, la recherche est finie. Sans rien d’autre elle favorise les textes courts, car chaque token de plus coûte quelque chose.

    Un score plus haut n’est pas un meilleur texte. Les textes les plus probables d’un modèle de langue sont souvent fades, courts ou la même phrase encore et encore, car ce qui a été dit une fois sera très probablement redit. C’est pourquoi les histoires se tirent au hasard, et les faisceaux servent là où l’on cherche une bonne réponse, comme en traduction.

    Deux objectifs de plus sont d’abord éteints. La pénalité de longueur classe par s / longueurᵃ, et les groupes de diversité sont des recherches côte à côte qui paient pour se répéter l’une l’autre. Ils changent ce que l’on cherche ; ils ne sont pas une meilleure façon de chercher.

lab-constraints-title = Décodage contraint
lab-constraints-lede = Une grammaire raye ce qu’elle interdit. Ce qui reste est divisé par sa somme : softmax masqué.
lab-constraints-lesson =
    Parfois un texte doit avoir une forme : un nombre, une date, du JSON qu’un programme lira. Une grammaire dit quels textes sont permis. À chaque pas elle dit aussi quels octets peuvent venir ensuite, et donc quels tokens du vocabulaire : ceux dont un automate peut prendre les octets l’un après l’autre. Un token couvre souvent plusieurs symboles de la grammaire, et alors tous doivent être permis.

    Le reste est un masque. Les logits des tokens interdits deviennent −∞, et softmax fait ce qu’il fait toujours : p(x) / Σ p(y), sommé sur les tokens permis y. Le décodage contraint est donc la distribution du modèle lui-même, à condition que le token suivant soit permis. La somme est la masse admissible. Là où elle est presque 0, la grammaire combat le modèle : ce qui sort a la bonne forme, et le modèle ne l’aurait presque jamais dit.

    Le masque regarde un token à la fois. Il ne demande pas s’il est probable que le texte finisse bien ensuite ; des textes entiers ne suivent donc pas la loi du modèle à condition d’être permis. Un texte permis n’est pas non plus un texte sensé : ces modèles ont été entraînés sur des histoires et n’ont jamais vu de JSON.

    S’il ne reste rien de permis, c’est une impasse. La grammaire seule n’y mène jamais, mais un filtre placé avant le masque le peut. Revenir en arrière essaie un autre token et change les chances de ce qui précédait. Réparer force la fin la plus courte. Rejeter est honnête et ne donne rien. Avec la spéculation, le même masque se met sur p et sur q avant le test, et l’automate n’avance que par les tokens émis.

## Pourquoi c’est exact

proof-proof = La preuve
proof-tried-out = Mise à l’essai
proof-whole-texts = Textes entiers
proof-place = ligne { $n } sur { $all }
proof-distributions = Distributions
proof-your-own = Les vôtres
proof-preset-textbook = Trois tokens
proof-preset-equal = Égales : p = q
proof-preset-disjoint = Disjointes
proof-preset-peaked = Pointues
proof-preset-over-proposes = q propose de trop
proof-preset-zeros = Zéros
proof-from-models = Prendre p et q des modèles
proof-from-models-hint = à la première proposition du cycle en scène dans « { lab-speculative-title } » ; tous les tokens au-delà de onze n’en font qu’un
proof-others = autres
proof-tokens = Tokens
proof-token-less = Un token de moins
proof-token-more = Un token de plus
proof-break-it = Casser la règle
proof-break-it-hint = ce que l’on fait souvent mal, et ce qui sort alors
proof-picture = p et q de chaque token ; chacun se tire vers le haut ou vers le bas
proof-key-accepted = accepté : min(p, q)
proof-key-rejected = refusé : q − p
proof-key-corrected = corrigé : p − q
proof-slider = { $letter } de { $token }
proof-field = { $letter } de { $token }, en nombre
proof-given-title = Deux distributions
proof-given = Le brouillon tire un token de q. Le texte doit sortir comme s’il avait été tiré de p.
proof-given-values = p = { $p }, q = { $q }
proof-accept-title = Le chemin de l’acceptation
proof-accept = Un x proposé passe avec la probabilité min(1, p/q). Proposé et accepté ensemble, c’est la plus basse des deux barres, min(p, q). Le tout fait { $mass } : la probabilité qu’une proposition soit gardée.
proof-accept-values = min({ $p } ; { $q }) = { $value }
proof-reject-title = Ce qui reste de q
proof-reject = Là où q dépasse p, le brouillon propose trop souvent. L’excès est refusé : { $mass } en tout.
proof-reject-nothing = q ne dépasse p nulle part, rien n’est donc jamais refusé. Le résidu est vide et ne sert jamais.
proof-reject-values = max(0 ; { $q } − { $p }) = { $value }
proof-correct-title = Ce qui reste de p
proof-correct = Là où p dépasse q, le brouillon propose trop rarement. Il manque { $mass } en tout, exactement autant que ce qui est refusé : les deux distributions ont pour somme 1 et partagent le recouvrement. Une proposition refusée est donc remplacée par un tirage de ce qui manque, le résidu.
proof-correct-nothing = Il ne reste rien de p : le chemin de l’acceptation couvre tout.
proof-correct-values = max(0 ; { $p } − { $q }) = { $value }
proof-sum-title = Les deux chemins ensemble
proof-sum = La barre la plus basse, du chemin de l’acceptation, et le reste, du chemin de la correction, s’empilent jusqu’à p, pour chaque token et chaque q. De q ne dépend que la vitesse.
proof-lines = La preuve, ligne par ligne
proof-numbers-of = nombres de <label>{ $token }</label>
proof-falls = {" "}✗ tombe
proof-each-sums = somme 1 chacune
proof-path-accept = accepté
proof-path-reject = refusé
proof-path-correct = corrigé
proof-wanted = voulu
proof-no-error = Pour aucun token les deux chemins ne manquent p si peu que ce soit.
proof-error = Pour aucun token les deux chemins ne manquent p de plus de { $error }, et c’est de l’arrondi.
mistake-none = Rien : la bonne façon
mistake-none-breaks = Toutes les lignes de la preuve tiennent.
mistake-no-residual = Après un refus, tirer de p
mistake-no-residual-breaks = La correction est tirée de p au lieu de son reste. Ce que le chemin de l’acceptation couvre déjà est distribué une seconde fois.
mistake-accept-always = Accepter toute proposition
mistake-accept-always-breaks = P(x, accepté) est q(x), non min(p, q), et il ne reste rien à corriger. Le texte a la loi du brouillon.
mistake-compare-tokens = Comparer au tirage de la cible elle-même
mistake-compare-tokens-breaks = La loi survit : dans tous les cas, c’est le tirage de la cible qui est émis. Mais une proposition n’est gardée qu’avec la probabilité Σ p·q, qui est moindre que Σ min(p, q). C’est exact, et lent sans nécessité.
mistake-compare-best = Comparer au meilleur token de la cible
mistake-compare-best-breaks = Quoi qu’il soit proposé, c’est le meilleur token de la cible qui sort. C’est du décodage glouton, non un tirage de p.
mistake-unfiltered-residual = Filtrer p et q, mais pas le résidu
mistake-unfiltered-residual-breaks = La proposition est testée avec le p filtré, la correction tirée de ce qui reste du p non filtré. Des tokens que le filtre avait retranchés reviennent. (Filtré veut dire ici : la moitié la plus probable des tokens.)
mistake-argmax-draft = Proposer le meilleur token du brouillon, tester avec q
mistake-argmax-draft-breaks = La proposition n’a pas été tirée de q, si bien que P(x, accepté) n’est pas q(x) fois la probabilité d’acceptation : seul le meilleur token est jamais testé.
mistake-shared-coin = Une pièce pour deux positions
mistake-shared-coin-breaks = On voit le second de deux tokens proposés. Si le premier est passé, on sait que la pièce est petite, et le second passe trop facilement : son acceptation n’est plus min(1, p/q).
proof-try-it = Essayez : des essais d’un token, avec graine
proof-save-trials = Enregistrer les essais (JSON)
proof-law-same = Sous forme close, le token émis a exactement la loi voulue.
proof-law-other = Sous forme close, la loi du token émis est à { $apart } de celle qui est voulue (variation totale).
proof-trials =
    { $n ->
        [one] { $n } essai
       *[other] { $n } essais
    }
proof-degrees =
    { $n ->
        [one] { $n } degré de liberté
       *[other] { $n } degrés de liberté
    }
proof-tried = Après { $trials } : variation totale { $distance } ; khi-deux { $statistic } avec { $degrees }, valeur p { $p }. { $judged }
proof-tried-other = Une si grande différence n’est pas un hasard : c’est une autre loi.
proof-tried-few = Si peu d’essais ne pourraient distinguer une fausse loi de la bonne.
proof-tried-chance = Le hasard seul fait de telles différences : rien ne parle contre p.
proof-no-trials = Pas encore d’essais.
proof-rows = Par quel chemin chaque token a été émis, face à la loi voulue
proof-token = token
proof-bars = les deux chemins en barres
proof-accepted = accepté
proof-corrected = corrigé
proof-share = part
proof-band = bande 95 %
proof-outside = dehors
proof-outside-head = p hors de la bande
proof-rows-key = Barres : la loi exacte de ce qui est fait, accepté et corrigé. Trait fin : compté, avec sa bande à 95 % (Wilson) ; un token sur vingt est dehors par hasard. Trait épais : voulu.

## Textes entiers, additionnés et tirés

texts-exactly = Textes entiers, exactement : tous les chemins additionnés
texts-exactly-lead = Un token garde sa loi. Et les textes entiers ? Deux modèles minuscules, dont le token suivant ne dépend que du dernier. Chaque token proposé, acceptation et refus, correction et bonus sont suivis, et tous les chemins vers le même texte sont additionnés.
texts-save = Enregistrer les textes (CSV)
texts-models = Modèles
texts-pair-2 = 2 tokens : soleil et pluie, qui ont tendance à durer
texts-pair-3 = 3 tokens : un brouillon qui connaît à peu près l’ordre
texts-pair-4 = 4 tokens : des zéros des deux côtés
texts-mistake = Erreur
texts-target-table = <target>cible</target> p(suivant | dernier)
texts-draft-table = <draft>brouillon</draft> q(suivant | dernier)
texts-after = après
texts-texts = textes
texts-paths = chemins additionnés
texts-largest-difference = plus grande différence
texts-tau-first = tokens par cycle, premier cycle
texts-tau = tokens par cycle, à la longue
texts-tau-of = { $tau } sur { $most }
texts-law-same = Chacun des { $n } textes a par spéculation la même probabilité que par la cible seule. La plus grande différence, { $apart }, est ce que laisse l’addition de nombres arrondis.
texts-law-compare-tokens = La loi des textes survit, comme celle d’un token. Ce qui souffre, c’est la longueur des cycles : une proposition doit être égale au tirage de la cible elle-même.
texts-law-one-coin = Un cycle d’une seule proposition n’a de toute façon qu’une pièce, rien n’est donc encore faux. Proposez-en deux ou plus.
texts-law-half = La moitié de deux tokens, c’est un : rien de ce que ce filtre a retranché ne pourrait revenir. Prenez plus de tokens pour voir l’erreur.
texts-law-by-luck = Avec ces tables et cette longueur, il se trouve que l’erreur ne change rien.
texts-law-other = C’est une autre loi : la probabilité d’un texte s’écarte de { $apart }, et la variation totale entre les deux lois est { $distance }. Aucun arrondi ne fait cela. Une erreur dans le test d’un token a changé la loi de textes entiers.
texts-rows = Chaque texte avec sa probabilité par la cible seule et par spéculation
texts-text = texte
texts-law-bars = les deux lois en barres
texts-target-prob = p(texte)
texts-speculation = spéculation
texts-speculation-short = spécul.
texts-difference = différence
texts-show-first = Montrer seulement les { $n } premiers
texts-show-all = Montrer les { $n } textes
texts-rows-key = Barres : tous les chemins de la spéculation ensemble. Trait épais : le p(texte) = p(x₁) p(x₂|x₁) … de la cible elle-même. Les textes les plus probables viennent d’abord ; chaque texte commence après le premier token des tables.
texts-real = Textes entiers, avec les vrais modèles : un test à deux échantillons
texts-real-lead = Les vrais modèles ont trop de textes pour les additionner, nous comptons donc. Le début d’une histoire est continué encore et encore, tour à tour par la cible seule et par spéculation, toujours avec des pièces neuves. Puis nous demandons si les deux pourraient être des échantillons d’une même loi.
texts-real-note = Un tel test peut seulement ne pas trouver de différence. Qu’il n’y en a pas, la preuve ci-dessus et les chemins additionnés le montrent, pour tous p et q, donc aussi pour ces modèles.
texts-adopt = Prendre prompt et réglages de « { lab-speculative-title } »
texts-rule = Règle de la spéculation
texts-right-rule = La bonne règle
texts-rule-hint = une règle cassée, dans le décodeur lui-même, pour voir le test échouer
texts-of-each-kind = Textes de chaque sorte
texts-draw = Tirer
texts-stop = Arrêter
texts-progress = Textes tirés
texts-drawing = { $n } textes de chaque sorte sur { $wanted } …
texts-no-models = Les modèles ne sont pas encore là.
texts-none-drawn = Rien n’est encore tiré.
texts-stopped = Arrêté après { $n } textes de chaque sorte, sur { $wanted }.
texts-drawn-in = { $n } textes de chaque sorte, tirés ici en { $time }.
texts-drawn = { $n } textes de chaque sorte.
texts-tests = Le test de chaque compte
texts-counted = compté
texts-categories = caté{"\u00AD"}gories
texts-chi-square = khi-deux
texts-degrees = degrés de lib.
texts-p-value = valeur p
texts-p-below = moins de { $least }
texts-total-variation = variation totale
texts-by-chance = par hasard
texts-noticed-from = remarqué dès
texts-first = Premier token
texts-second = Deuxième token
texts-third = Troisième token
texts-fourth = Quatrième token
texts-last = Dernier token
texts-whole = Texte entier
texts-in-first = dans le premier token
texts-in-second = dans le deuxième token
texts-in-third = dans le troisième token
texts-in-fourth = dans le quatrième token
texts-in-last = dans le dernier token
texts-in-whole = dans le texte entier
texts-verdict-later = Le verdict vient à la fin : qui regarde encore et encore et s’arrête à une petite valeur p en trouvera une.
texts-test-nothing = Tous les textes tombent ici dans une catégorie : il n’y a rien à comparer. Augmentez la température, ou prenez un autre prompt.
texts-test-rare = À lois égales, une si grande différence se présente une fois sur { $n } tests. Tirez encore avec une autre graine : si elle reste, quelque chose ne va pas dans le tirage.
texts-test-noticed = Remarqué : deux échantillons d’une même loi ne sont pas si éloignés. La règle cassée écrit d’autres textes que la cible.
texts-test-little = Deux échantillons d’une même loi sont au moins aussi éloignés dans { $n } tests sur 1000. C’est peu, mais qui teste souvent le verra. Tirez encore avec une autre graine.
texts-test-none = Aucune différence n’a été trouvée : deux échantillons d’une même loi sont au moins aussi éloignés dans { $n } tests sur 100. Cela ne prouve rien en soi ; la phrase suivante dit ce qui aurait été remarqué.
texts-test-unsure = Pas nettement remarqué : la règle est cassée, mais si peu de textes ne le montrent pas ici avec certitude. Tirez-en plus, ou comptez autre chose.
texts-power = Avec { $n } textes de chaque sorte, une variation totale de { $apart } { $where }, répartie comme on voudra, serait remarquée { $often } fois sur 5 (au niveau de { $level }). Une plus petite pourrait échapper.
texts-power-none = Avec { $n } textes de chaque sorte, aucune différence { $where } ne serait remarquée à coup sûr.
texts-blind = {" "}Parmi les { $n } issues rares comptées comme une seule, il ne voit rien du tout.
texts-target-alone = la cible seule
texts-outcomes = Combien de fois chaque issue s’est présentée dans chaque échantillon
texts-outcome = issue
texts-count-bars = les deux comptes en barres
texts-alone = seule
texts-speculation-shorter = spéc.
texts-expected = attendu
texts-share = sa part du χ²
texts-rare = { $n } rares
texts-ended-before = fini avant
texts-hidden = Les { $n } catégories les moins fréquentes sont testées mais non dessinées.
texts-outcomes-key = Les issues attendues moins de { $n } fois dans un échantillon sont comptées ensemble comme les rares. Attendu : la moitié des deux comptes, comme si une seule loi était derrière eux.

## Pourquoi c’est rapide

latency-unknown = inconnu
latency-kernels-unknown = une manière inconnue
latency-heat = Accélération pour chaque γ et α à ces coûts ; ombré là où la spéculation gagne, encadré le réglage présent.
latency-lane-text = Le texte de ce couloir
latency-pipeline = La course et son calcul
latency-results = Courbes et exercice
latency-place = moment { $n } sur { $all }
latency-suppose = Supposer
latency-each-cost = Chaque v(m) à part
latency-suppose-measured = Supposer ce qui a été mesuré
latency-suppose-measured-hint = α, c et chaque v(m) de cet appareil
latency-measure-and-race = Mesurer et courir
latency-target-alone = <target>cible</target> seule
latency-bytes-per-second = { $n } { $prefix }o/s
latency-multiply-adds-per-second = { $n } { $prefix } multiplications-additions/s
latency-per-second = { $n } { $prefix }/s
latency-cycle = Ce qu’un cycle coûte et rapporte
latency-tau = tokens par cycle
latency-passes-per-cycle = passes de la cible par cycle
latency-passes-per-token = passes de la cible par token
latency-speed-up = accélé{"\u00AD"}ration
latency-model-words = { $here } ; { $best }. { $even }
latency-breaks-even = La spéculation ne gagne ni ne perd
latency-faster = La spéculation va à { $ratio } la vitesse de la cible seule
latency-slower = La spéculation est plus lente que la cible seule : { $ratio }
latency-best-none = aucune longueur de brouillon n’est payante : le plus rapide est de ne pas spéculer
latency-best-here = γ = { $gamma } est la meilleure longueur de brouillon
latency-best-other = le mieux serait γ = { $gamma } : { $ratio }
latency-pays-never = À γ = { $gamma } elle ne peut pas payer, si bon que soit le brouillon.
latency-pays-always = À γ = { $gamma } elle paie toujours.
latency-pays-from = À γ = { $gamma } elle paie à partir de α = { $alpha }.
latency-measure = Mesurer
latency-measure-again = Mesurer encore
latency-stop = Arrêter la mesure
latency-save = Enregistrer (JSON)
latency-save-samples = Enregistrer les échantillons (CSV)
latency-measuring = Mesure en cours : exécutions entières, puis passes isolées …
latency-not-yet = Les passes et les exécutions entières sont mesurées dès que les modèles sont là ; rien n’est envoyé nulle part.
latency-other-settings = Ces nombres viennent d’autres réglages ; les vôtres suivent.
latency-rounds =
    { $n ->
        [one] Le même texte recommencé en { $n } tour, chacun à son tour : médianes, et entre parenthèses la moitié centrale.
       *[other] Le même texte recommencé en { $n } tours, chacun à son tour : médianes, et entre parenthèses la moitié centrale.
    }
latency-how = comment
latency-rate = tokens/s
latency-per-pass = tokens par passe
latency-guesses = propositions par cycle
latency-kept = dont gardées
latency-predicted = prédit
latency-measured = mesuré
latency-while-sure = γ ≤ { $most }, tant que sûr
latency-verdict = { $verdict } Ce qui coûte le plus : { $why }. { $cured }
latency-wins = Sur cet appareil la spéculation gagne : elle va à { $ratio } la vitesse de la cible seule.
latency-loses = Sur cet appareil la spéculation perd : elle va à { $ratio } la vitesse de la cible seule.
latency-term-acceptance = trop peu de propositions sont acceptées
latency-term-draft = une passe du brouillon prend { $share } d’une passe de la cible, et un cycle en a { $n }
latency-term-verify = vérifier { $n } positions en une passe prend { $share } fois le temps d’une position : cette cible tient dans le cache du processeur, si bien que l’arithmétique décide et non la mémoire
latency-term-rows = { $n } lignes de logits doivent devenir des distributions
latency-cured-acceptance = Avec toutes les propositions acceptées, ce serait { $ratio }.
latency-cured-draft = Avec un brouillon qui ne prendrait aucun temps, ce serait { $ratio }.
latency-cured-verify = Si les positions suivantes ne coûtaient rien, ce serait { $ratio }.
latency-cured-rows = Si celles-ci ne coûtaient rien, ce serait { $ratio }.
latency-as-predicted = La prédiction est dans la dispersion mesurée.
latency-slower-than-predicted = Plus lent que prédit : avec les tokens réellement proposés et écrits, les mêmes coûts donnent { $ratio } ; le reste, ce sont des caches froids après la passe de l’autre modèle, et ce que cet appareil faisait d’autre.
latency-faster-than-predicted = Plus rapide que prédit : avec les tokens réellement proposés et écrits, les mêmes coûts donnent { $ratio } ; le reste est le hasard de ce qui a été accepté.
latency-adaptive = Les brouillons qui finissent là où le brouillon doute gardent { $kept } de leurs propositions au lieu de { $fixed }, et vont à { $ratio } la vitesse.
latency-costs = Ce que coûte un token : <target>▪ cible</target> <draft>▨ brouillon</draft> ▫ distributions et tests
latency-cost-bars = en barres
latency-cost-alone = seule
latency-cost-rest = reste
latency-cost-together = en tout
latency-single-passes = Passes isolées après { $tokens } : T(1) = { $target }, celle du brouillon { $draft } (c = { $cost }), une distribution { $row }. Calculé avec { $kernels }.
backends-title = Un mode de calcul après l’autre
backends-measure = Mesurer tous les modes de calcul
backends-computed-in = calculé avec
backends-alone = seule, tokens/s
backends-speculating = en spéculant
backends-note = Ce qui rend une position rapide n’en rend pas forcément cinq rapides : un T(1) plus petit peut aller avec un v(m) plus grand, et la spéculation gagne alors moins.
backends-note-gpu = Avec WebGPU, la cible tourne sur le processeur graphique et le brouillon sur le CPU. Là, une passe se compose surtout d’appels et d’une lecture des poids, sur une position comme sur cinq : v(m) reste près de 1, et c est ce que prend le brouillon sur le CPU à côté d’une telle passe. C’est dans cette paire que la spéculation a le plus à gagner.
race-title = Une course en temps simulé
race-pretend = Faire comme si la cible tournait sur
race-count = { $n } sur { $all }
race-clock = Une passe de la cible : { $one }, sur { $n } positions { $all }. Une passe du brouillon : { $draft }.
race-nothing = Il n’y a rien à courir : le prompt ne laisse pas de place, ou l’histoire finit aussitôt.
race-start = Les deux partent du même prompt, sur { $machine }. Appuyez sur « { playback-play } » : le temps simulé est du temps réel.
race-draft = Le brouillon devine un token de plus ; la cible attend son tour.
race-verify = Une passe de la cible a vérifié toutes les propositions du cycle et ajouté un token à elle.
race-plain = Une passe de la cible seule : un token.
race-speculation-done = La spéculation a fini ; la cible seule écrit encore.
race-target-done = La cible seule a fini ; la spéculation écrit encore.
race-end = { $tokens } chacun : { $speculative } avec spéculation, { $plain } sans. { $verdict }
race-faster = La spéculation va ici à { $ratio } la vitesse.
race-slower = La spéculation est ici plus lente : { $ratio }.
machine-title-phone = Un téléphone
machine-title-laptop = Un portable
machine-title-data-centre = Un centre de données
machine-title-as-set = une machine aux coûts réglés
machine-on-phone = un téléphone
machine-on-laptop = un ordinateur portable
machine-on-data-centre = un centre de données
machine-on-as-set = une machine aux coûts réglés
machine-source-phone = Llama 3.1 8B avec Llama 3.2 1B pour brouillon, tous deux à 4 bits par poids. Calculé, non mesuré : le moindre temps où chaque poids est lu une fois. Qualcomm Snapdragon 8 Gen 3 : mémoire LPDDR5X à 4,8 GHz sur 64 bits, 76,8 Go/s ; son NPU, 45 TOPS en int8.
machine-source-laptop = Llama 3.1 8B avec Llama 3.2 1B pour brouillon, tous deux à 8 bits par poids. Calculé, non mesuré : le moindre temps où chaque poids est lu une fois. Apple M3 Max à 40 cœurs de GPU : 400 Go/s de bande passante mémoire ; 14,2 TFLOPS en f32.
machine-source-data-centre = Llama 3.1 70B avec Llama 3.1 8B pour brouillon, tous deux à 16 bits par poids. Calculé, non mesuré : le moindre temps où chaque poids est lu une fois. Deux NVIDIA H100 SXM : 3,35 To/s de bande passante mémoire chacun ; 989 TFLOPS en bfloat16 dense chacun.
machine-source-as-set = À la place de α, ce que les modèles de cette page acceptent réellement ; c et v(m) comme réglés sous « { latency-suppose } ».
machine-instead = { $machine } à la place : { $words }
machine-words = Lecture à { $reads }, calcul à { $computes } : l’arête est à { $ridge } multiplications-additions par octet. Une position de cette cible en a { $one }, { $n } en ont { $all } ; ainsi { $verdict }.
machine-free = une passe sur { $n } positions coûte ce qu’en coûte une ; c’est vrai jusqu’à { $most }
machine-costly = à partir de { $n } positions, chacune coûte sa part
latency-over-gamma = Accélération selon γ
latency-best-gamma = est le mieux à ce α : { $ratio }
latency-over-alpha = Accélération selon α
latency-even-alpha = seuil d’équilibre à ce γ
latency-never = aucun
latency-over-positions = Une passe sur m positions : v(m)
latency-positions-here = passes, voilà ce que coûtent ici { $n } positions
latency-roofline = Mémoire ou arithmétique : le roofline
latency-ridge-here = multiplications-additions par octet : l’arête est ici
latency-no-roofline = Dessiné dès que cet appareil a été mesuré.
latency-no-roofline-gpu = Aucun n’est dessiné pour un processeur graphique : seules les passes y sont mesurées, pas ce qu’il pourrait atteindre.
latency-device-ridge = Cette cible a { $weights } de poids et { $products } M de multiplications-additions par position. Des poids de cette taille se lisent ici à { $reads } ; l’arête est vite atteinte, et alors l’arithmétique décide.
latency-device-memory = Cette cible a { $weights } de poids et { $products } M de multiplications-additions par position. Des poids de cette taille se lisent ici à { $reads } ; la mémoire décide jusqu’à la dernière position.
latency-chart-as-fast = à égalité
latency-chart-free = gratuit
latency-chart-one-by-one = une à une
latency-chart-as-set = réglé
latency-chart-here = ici
latency-chart-roof = le toit
latency-chart-gamma = Accélération selon la longueur du brouillon
latency-chart-gamma-reading = γ = { $gamma } : { $ratio } à α = { $alpha }, { $tau } tokens par cycle
latency-chart-alpha = Accélération selon le taux d’acceptation
latency-chart-alpha-reading = α = { $alpha } : { $ratio } à γ = { $gamma }
latency-chart-verify = Coût d’une passe de la cible sur plusieurs positions
latency-chart-verify-reading = { $positions } : ici { $share } fois une seule ({ $time }) ; réglé { $set }
latency-chart-verify-unmeasured = { $positions } : pas encore mesuré ; réglé { $set }
latency-chart-roofline = Le roofline de cet appareil
latency-chart-roofline-reading = { $positions } : { $intensity } par octet, { $rate }, { $share } du toit
guesses-title = Combien de propositions sont acceptées ?
guesses-lead = Une proposition ne compte que si toutes les précédentes ont été acceptées. Le nombre attendu est donc une somme de produits.
guesses-position = position
guesses-alpha = α, si atteinte
guesses-kept = gardé jusqu’ici
guesses-counted = essayé
guesses-alpha-of = probabilité d’acceptation à la position { $n }
guesses-positions = Positions
guesses-less = Une position de moins
guesses-more = Une position de plus
guesses-tried = { $n } cycles essayés : { $mean } en moyenne, à { $error } près (95 %).
guesses-tau = Avec le token de la cible elle-même, cela fait τ = { $tau }.

## Légendes des pas d’un cycle

caption-title = Cycle { $cycle } : { $title }
caption-opening-title = Avant le premier cycle
caption-opening = Un petit modèle <draft>brouillon</draft> va deviner { $tokens } d’avance. Puis le grand modèle <target>cible</target> les vérifie tous en une passe. Ce qui sort suit exactement la loi de la <target>cible</target>, avec moins de ses passes. Appuyez sur Lire, ou avancez avec les flèches.
caption-draft-title = le brouillon propose le token { $position } sur { $n }
caption-draft-first = Le <draft>brouillon</draft> lit le texte jusqu’ici et propose <token>{ $token }</token>. Il l’a tiré de sa propre distribution, où sa probabilité est q = <number>{ $q }</number>. Rien n’est encore décidé.
caption-draft-next = Le <draft>brouillon</draft> lit la suite, sa propre proposition comprise, et propose <token>{ $token }</token>. Il l’a tiré de sa propre distribution, où sa probabilité est q = <number>{ $q }</number>.
caption-pass-title = la cible note toutes les positions en une passe
caption-pass =
    { $n ->
        [1] Une passe de la <target>cible</target> note { $positions } à la fois : celle proposée et la suivante. Seule, il lui aurait fallu une passe par token.
       *[other] Une passe de la <target>cible</target> note { $positions } à la fois : les { $n } proposées et la suivante. Seule, il lui aurait fallu une passe par token.
    }
caption-accepted-title = la position { $position } est acceptée
caption-rejected-title = la position { $position } est refusée
caption-accepted-surely = La <target>cible</target> aime <token>{ $token }</token> au moins autant que le <draft>brouillon</draft> (p = <number>{ $p }</number>, q = <number>{ $q }</number>) ; il est donc gardé, quoi que dise la pièce.
caption-accepted = <token>{ $token }</token> a été proposé plus souvent que la <target>cible</target> ne le veut ; il n’est donc gardé que dans p/q = <number>{ $limit }</number> des cas. La pièce <number>{ $coin }</number> n’est pas au-dessus de <number>{ $limit }</number> : gardé.
caption-rejected-never = La <target>cible</target> ne dit jamais <token>{ $token }</token> ici : p = 0, aucune pièce ne peut le sauver.
caption-rejected = La pièce <number>{ $coin }</number> est au-dessus de p/q = <number>{ $limit }</number> : <token>{ $token }</token> a été proposé plus souvent que la <target>cible</target> ne le veut (q = <number>{ $q }</number>, p = <number>{ $p }</number>), et c’est une des fois de trop.
caption-drop-title = le reste du brouillon est abandonné
caption-drop =
    { $n ->
        [1] La dernière proposition a été écrite après <token>{ $token }</token>, qui n’est plus là. Elle est abandonnée sans test : la garder changerait la loi du texte.
       *[other] Les { $n } dernières propositions ont été écrites après <token>{ $token }</token>, qui n’est plus là. Elles sont abandonnées sans test : en garder une seule changerait la loi du texte.
    }
caption-residual-title = ce que le brouillon a laissé à découvert
caption-residual = Là où p dépasse q, le <draft>brouillon</draft> propose trop rarement. Ce qu’il laisse à découvert, max(0, p − q), a la masse Z = <number>{ $mass }</number>, exactement la probabilité d’un refus ici. Divisé par Z, c’est le résidu, et la correction en est tirée.
caption-residual-empty-title = rien n’est à découvert
caption-residual-empty = p et q sont égaux à l’arrondi près ; le résidu ne sert pas, et le token est tiré de p lui-même.
caption-correction-title = la correction est tirée
caption-correction = La pièce du résidu tire <token>{ $token }</token> pour la position { $position }. Propositions acceptées et corrections donnent ensemble à chaque token exactement la probabilité p que la <target>cible</target> lui donne.
caption-bonus-title = tout accepté : un token bonus
caption-bonus = Toutes les propositions ont été acceptées, et la <target>cible</target> a déjà noté la position suivante. Elle tire <token>{ $token }</token> de son propre p, sans passe de plus : { $tokens } d’une passe de la cible.
caption-bonus-alone = La <target>cible</target> tire <token>{ $token }</token> de son propre p, sans passe de plus : { $tokens } d’une passe de la cible.
caption-end-title = le texte finit ici
caption-end = Le texte finit.
caption-end-dropped =
    { $n ->
        [0] { $why } Aucun bonus n’est tiré.
        [1] { $why } 1 token proposé ensuite est abandonné sans test.
       *[other] { $why } { $n } tokens proposés ensuite sont abandonnés sans test.
    }
caption-dead-end-title = une impasse
caption-dead-end = Les réglages excluent ici tous les tokens ; rien ne peut être tiré.
caption-rollback-title = retour en arrière des caches
caption-rollback-none = Rien n’a été refusé ; les deux caches gardent tout ce qu’ils ont calculé.
caption-rollback = Les caches oublient ce qui n’a pas été émis : celui de la <target>cible</target> recule de { $target }, celui du <draft>brouillon</draft> de { $draft }.
caption-rollback-made = Ce cycle a fait d’une passe de la cible { $tokens }.

## Le cycle en scène

stage-empty-title = La scène
stage-waiting-failed = Les modèles ne tournent pas. Voir le message ci-dessus.
stage-waiting-ready = Les modèles lisent le prompt …
stage-waiting-loading = Les modèles arrivent …
stage-positions = Les positions du cycle, de gauche à droite
stage-draft-proposes = Le <draft>brouillon</draft> propose
stage-target-scores = La <target>cible</target> note, en une passe
stage-accept-if = Accepter si <formula>u ≤ p/q</formula>
stage-verdict = Verdict
stage-into-text = Dans le texte
stage-drafted-spoken = Proposé { $token } q { $q }. Ouvrir les distributions
stage-target-spoken = La cible donne à { $token } p { $p }. Ouvrir les distributions
stage-next-spoken = ensuite p(· | tout) : la distribution de la cible après tous les tokens proposés. L’ouvrir
stage-next = ensuite
stage-next-p = p(· | tout)
stage-coin-accepts = la pièce { $coin } n’est pas au-dessus de la probabilité d’acceptation { $limit }
stage-coin-rejects = la pièce { $coin } est au-dessus de la probabilité d’acceptation { $limit }
stage-accepted = accepté
stage-rejected = refusé
stage-dropped = écarté
stage-past-end = après la fin
stage-bonus = bonus
stage-no-bonus = sans bonus
stage-correction = correction
stage-joins-spoken = { $token } entre dans le texte : { $how }. Ouvrir les distributions

## Le texte jusqu’ici

transcript-title = Texte :
transcript-tally = { $tokens } de { $passes }
transcript-given = donné
transcript-accepted = accepté du brouillon
transcript-correction = correction du résidu
transcript-bonus = bonus de la cible
transcript-in-cycle = { $how }, cycle { $cycle }
transcript-key-accepted = ✓ accepté
transcript-key-correction = ↻ correction
transcript-key-bonus = ★ bonus

## Distributions : le dialogue et la comparaison

distribution-title = Cycle { $cycle }, position { $position } : tout le vocabulaire
distribution-after = après
distribution-rows = Tokens par probabilité
distribution-token = Token
distribution-target-own = cible, brute
distribution-target-set = p, après réglages
distribution-draft-own = brouillon, brut
distribution-draft-set = q, après réglages
distribution-rest = les { $n } autres
distribution-choices = { $choices } sur { $tokens }
distribution-p-choices = p : choix effectifs, sur tokens restants
distribution-q-choices = q : choix effectifs, sur tokens restants
distribution-overlap = recouvrement Σ min(p, q)
comparison-empty-title = p et q à la position en scène
comparison-empty = Ici les deux distributions se superposent dès que la première proposition est testée.
comparison-residual-title = Position { $position } : tiré du résidu
comparison-share-title = Position { $position } : ce que p et q partagent
comparison-bonus-title = Position { $position } : le bonus, de p
comparison-residual-mass = masse du résidu Z
comparison-from-residual = tiré du résidu, pièce { $coin }
comparison-from-p = tiré de p, pièce { $coin }
comparison-unused = p = q : rien ne peut être refusé, et le résidu ne sert pas.
comparison-all = Tous les tokens …
comparison-caption = Probabilités de la cible, p, et du brouillon, q
comparison-token = token
comparison-bars = en barres
comparison-key-overlap = gardé : min(p, q)
comparison-key-residual = à découvert : p au-dessus de q
comparison-key-excess = proposé de trop : q au-dessus de p

## Caches

caches-title = Caches : ce qui n’est pas émis est repris
caches-empty = Chaque modèle se souvient des tokens qu’il a lus. Ceux qui sont refusés doivent être oubliés.
caches-target = cible
caches-draft = brouillon
caches-before = { $before } tokens
caches-during = { $before } → { $during } tokens
caches-after = { $before } → { $during } → { $after } tokens
caches-spoken = { $history }, { $n } repris

## Ce que cela donne

results-centre = Le cycle en scène
results-label = Ce que cela donne
results-beside = À côté de la spéculation
plots-acceptance = Taux d’acceptation α
plots-accepted-of-drafted = acceptés sur proposés, { $accepted } sur { $drafted } (95 % : { $low } à { $high })
plots-accepted-none = acceptés sur proposés : encore aucun cycle complet
plots-of-tested = sur testés
plots-of-tested-words = { $accepted } tests réussis sur { $tested }
plots-overlap = recouvrement moyen
plots-overlap-words = Σ min(p, q) là où l’on a testé, sans hasard
plots-tokens = Tokens par cycle τ
plots-tokens-words = tokens par passe de la cible, au plus { $most }
plots-tokens-interval = tokens par passe de la cible, au plus { $most } (95 % : { $low } à { $high })
plots-no-test = Encore aucun test.
plots-formula = (1 − α{ $power }) / (1 − α) = { $value } pour α = { $alpha } sur testés
plots-histogram = Cycles par propositions gardées
plots-positions = Gardé jusqu’à la position
plots-nothing-yet = Dessiné à partir du premier cycle complet.
plots-save = Enregistrer { $name } en { $kind }
alone-title = La <target>cible</target> seule, mêmes réglages
alone-empty = Son texte apparaît ici dès que les deux ont fini.
alone-why-zero = À température 0, il le faut.
alone-why-one = Ces réglages ne laissent qu’un token au choix, il le faut donc.
alone-same = Vérifié : { $tokens }, les mêmes qu’avec la spéculation. { $why }
alone-parted = Les textes se séparent au token { $token } : deux tokens y étaient presque égaux, et l’arrondi a choisi.
alone-agree = Les deux textes concordent par hasard sur { $tokens }. Ce qui doit être égal, c’est leur loi.
alone-other = Un autre tirage : il se sépare du texte ci-dessus au token { $token }. Égales sont les lois dont les deux sont tirés, non les textes.
alone-passes = { $tokens } d’autant de passes de la cible ; la spéculation en a pris { $passes }.
timing-title = Mesuré sur cet appareil
timing-with = avec spéculation
timing-alone = cible seule
timing-rate = { $n } tokens/s
timing-target = passes de la cible
timing-draft = passes du brouillon
timing-rest = tirages et tests
timing-faster = La spéculation est ici { $ratio } fois plus rapide.
timing-slower = La spéculation est ici plus lente ({ $ratio } fois la vitesse) : sur un processeur, vérifier plusieurs positions à la fois coûte presque autant que les lire une à une.
timing-not-counted = Non comptés : le chargement et { $time } pour lire le prompt.
timing-empty = Les vitesses apparaissent après une exécution en direct ; chargement et prompt ne comptent pas.
table-label = Tous les cycles
table-title = Tous les cycles montrés jusqu’ici
table-save-json = Enregistrer la trace (JSON)
table-save-csv = Enregistrer la table (CSV)
table-show = Montrer en table
table-scroll = Table des cycles
table-cycle = Cycle
table-drafted = Proposé
table-kept = Gardé
table-ended = Fini par
table-overlap = Recouvrement là où testé
table-alpha = α jusqu’ici
table-tau = τ jusqu’ici
table-kept-of = { $kept } sur { $drafted }
table-correction = ↻ correction { $token }
table-bonus = ★ bonus { $token }
table-past-end = fin du texte, { $n } abandonnés
table-dead-end = impasse

## Les graphiques en mots

chart-of-drafted = proposés
chart-of-tested = testés
chart-overlap = recouvr.
chart-measured = mesuré
chart-formula = formule
chart-acceptance = Taux d’acceptation au fil des cycles
chart-acceptance-reading = cycle { $cycle } : ici { $here } ; jusqu’ici { $drafted } sur proposés, { $tested } sur testés, recouvrement { $overlap }
chart-tokens = Tokens par cycle au fil des cycles
chart-cut-short = interrompu
chart-tokens-reading = cycle { $cycle } : ici { $here } ; jusqu’ici { $measured } mesuré, { $predicted } par la formule
chart-histogram = Cycles selon le nombre de propositions gardées
chart-histogram-reading =
    { $n ->
        [one] { $n } cycle a gardé { $kept } des tokens proposés
       *[other] { $n } cycles ont gardé { $kept } des tokens proposés
    }
chart-interval = , intervalle à 95 % de { $low } à { $high }
chart-position-reading =
    { $n ->
        [one] position { $position } : gardée dans { $kept } cycle sur { $n }
       *[other] position { $position } : gardée dans { $kept } cycles sur { $n }
    }
chart-positions = À quelle fréquence le brouillon est gardé jusqu’à chaque position
chart-draws = Distance des comptes à la distribution
chart-draws-reading =
    { $n ->
        [one] après { $n } tirage : variation totale { $distance }
       *[other] après { $n } tirages : variation totale { $distance }
    }
chart-lead = Score du meilleur faisceau moins celui du glouton
chart-lead-greedy =
    { $n ->
        [one] après { $n } token : le glouton mène de { $lead }
       *[other] après { $n } tokens : le glouton mène de { $lead }
    }
chart-lead-beam =
    { $n ->
        [one] après { $n } token : le faisceau mène de { $lead }
       *[other] après { $n } tokens : le faisceau mène de { $lead }
    }
chart-summary = { $what } : { $last }.
chart-nothing-yet = encore rien
chart-failed = Ce graphique n’a pas pu être dessiné ({ $why }).

## Accueil, séances, partage

home-title = Voir comment un modèle de langue trouve ses mots
home-lede = Un modèle donne une probabilité à chaque token suivant possible. Ce qui devient du texte se décide ensuite, par des règles et des pièces qu’on peut observer ici : deux vrais modèles, un petit <draft>brouillon</draft> et un plus grand <target>modèle cible</target>, tournent dans cette page.
home-step = Le parcourir pas à pas
home-read = Lire depuis le début
home-private = Pas de compte, pas de serveur, rien ne quitte votre appareil.
home-figure-waits = Ici, le brouillon va deviner des tokens, et la cible les accepter ou les corriger. La figure arrive …
home-on-the-way = Cette page est en route…
home-meanwhile = En attendant, deux modèles écrivent ensemble une phrase, telle qu’elle a été enregistrée. Parcourez-la pas à pas ; la page arrive d’elle-même.
home-figure-label = L’échantillonnage spéculatif, pas à pas, tel qu’il a été enregistré
home-textbook = Le manuel
home-labs = Les laboratoires
home-free = Decoding Lab est un logiciel libre. C’est un dossier de fichiers : toute école peut le mettre sur son propre espace web.
home-door-decoding = Recherche gloutonne et en faisceau, température et filtres et leur ordre, grammaires : avec des figures qui font ce que dit le texte.
home-door-speculative = Deux cas, la preuve, le prix, et toutes les façons de construire un brouillon.
home-door-exercises = Prédire, puis laisser la page calculer : avec des indices, des points partiels et des variantes sans fin.
home-door-teach = Trois séances prêtes, avec des questions sur lesquelles parier avant que la page ne montre la réponse.
home-languages = Langues
figure-trouble = L’enregistrement n’est pas arrivé. Les laboratoires en ont besoin aussi : recharge la page.
teach-title = Pour les enseignants
teach-link = Pour les enseignants
teach-lede = Trois séances prêtes à mener. Chacune est une suite de pages préparées, avec une question sur laquelle parier avant que la réponse ne s’affiche. La classe n’a besoin de rien ; il vous faut cette page et un projecteur.
teach-projector = Au projecteur
teach-projector-mode = Une séance s’ouvre en mode présentation : caractères et boutons plus grands. « Présenter », en haut, fait de même pour toute page.
teach-projector-clicker = Une télécommande suffit : avancer montre la réponse, puis le moment suivant ; reculer revient en arrière. Sur une page sans séance, elle avance pas à pas.
teach-projector-veil = S est un projecteur qui suit le pointeur. B rend l’écran noir ; B ou Échap le ramène.
teach-projector-share = « Partager » montre un code QR de ce qui est affiché, fait dans cette page. Les élèves ouvrent exactement le même état sur leurs appareils.
teach-plan = { $minutes } minutes : { $title }
teach-start = Commencer la séance de { $minutes } minutes
teach-minutes = { $minutes } min
teach-see = voir ce que montre la page
teach-place = Séance de { $minutes } minutes, moment { $moment } sur { $moments }
teach-answer = Montrer la réponse
teach-next = Suivant
teach-back = Retour
teach-over = La séance est terminée
teach-leave = Quitter la séance
teach-right = ✓ juste
present-button = Présenter
present-black = L’écran est noir. Montrer la page à nouveau
share-button = Partager
share-title = Partager ce qui est affiché
share-code = Code QR de l’adresse ci-dessous
share-too-long = L’adresse est trop longue pour un code QR : raccourcis le prompt.
share-this-machine = Cette adresse ne marche que sur cet ordinateur. Placez le dossier sur l’espace web de votre école et partagez depuis là.
share-opened-model = Le lien ne contient pas les modèles que vous avez ouverts ({ $names }) : ils sont sur cet appareil seulement. Qui l’ouvre reçoit les modèles de ce site.
share-address = Adresse
share-lesson = Avec la séance autour : mode présentation, la question et la suite
share-copy = Copier l’adresse
share-copied = Copiée
share-not-copied = Ce navigateur ne laisse pas la page copier : sélectionne l’adresse et copie-la à la main

## Files and offline use

offline-title = Fichiers et usage hors ligne
offline-open = Fichiers et usage hors ligne …
offline-ready = Prêt hors ligne : tout fonctionne ici sans réseau.
offline-models-not-kept = Pas prêt hors ligne : les modèles n’ont pas pu être conservés ({ $why }).
offline-waiting = Pas encore prêt hors ligne : les fichiers de la page sont conservés une fois les modèles arrivés.
offline-arriving = Pas encore prêt hors ligne : les fichiers de la page sont en cours de conservation.
offline-page-only = La page s’ouvre sans réseau ; les modèles ne sont pas encore conservés.
offline-not-secure = Rien n’est conservé : les navigateurs ne conservent que les fichiers d’adresses https et de cet appareil. Tout fonctionne et sera rechargé à la prochaine visite.
offline-no-worker = Rien n’est conservé : ce navigateur, ou cette fenêtre privée, ne conserve aucune page. Tout fonctionne et sera rechargé à la prochaine visite.
offline-refused = La page n’est pas conservée : le navigateur ne l’a pas permis ({ $why }). Tout fonctionne et sera rechargé à la prochaine visite.
offline-incomplete = certains fichiers ne sont pas arrivés ou sont d’une autre version
offline-no-reason = sans raison indiquée
offline-embedded = Un laboratoire placé dans une autre page ne conserve rien ; ouvrez-le dans sa propre fenêtre pour l’utiliser hors ligne.
offline-development = C’est une version de développement ; rien n’en est conservé.
offline-switched-off = Rien n’est conservé, comme demandé. Tout sera rechargé à la prochaine visite.
offline-notice-models = Les modèles fonctionnent, mais ce navigateur n’a pas pu les conserver pour la prochaine visite ({ $why }).
offline-update = Une nouvelle version de cette page est prête. Celle-ci continue jusqu’à ce que vous la rechargiez ; votre place est conservée.
offline-reload = Recharger
offline-later = Plus tard
offline-sizes = Ce qui est stocké sur cet appareil
offline-size-page = La page, ses programmes et ses exemples enregistrés
offline-size-models = Les deux modèles
offline-size-free = Place que ce navigateur laisse encore
offline-about = environ { $size }
offline-in-all = { $size } sur cet appareil. Seule cette page s’en sert, et rien n’est jamais envoyé.
offline-nothing = Rien n’est stocké.
offline-keep = Conserver pour l’usage hors ligne
offline-clear = Effacer les fichiers stockés
offline-install = Installer comme application …
size-gigabytes = { $n } Go

## Inside other pages

embed-button = Intégrer
embed-title = Placer ceci dans une de vos pages
embed-back = Ouvrir dans Decoding Lab
embed-new-tab = (dans un nouvel onglet)
embed-locked = Fixé par la page qui contient celle-ci.
embed-what = Ce qui est montré
embed-part-stage = La scène, avec sa légende
embed-part-text = Le texte jusqu’ici
embed-part-playback = Lecture
embed-part-settings = Tous les réglages
embed-part-models = Quels modèles tournent, et comment
embed-part-details = Cartes à côté de la scène
embed-part-results = Ce que cela donne
embed-part-lesson = La leçon
embed-one-by-one = Réglages un par un : montrer ou verrouiller
embed-setting = Réglage
embed-shown = Montrer
embed-lock = Verrouiller
embed-show-it = Montrer { $setting }
embed-lock-it = Verrouiller { $setting }
embed-height = Hauteur
embed-colours = Couleurs
embed-colours-auto = comme l’appareil du lecteur
embed-colours-light = claires
embed-colours-dark = sombres
embed-language = Langue
embed-language-own = celle du lecteur
embed-frame = Un cadre
embed-frame-words = De la hauteur donnée ci-dessus. Fonctionne partout.
embed-element = Un élément à part entière
embed-element-words = Aussi haut que son contenu. Nécessite un script de 2 Ko de ce site.
embed-copy = Copier
embed-copied = Copié.
embed-not-copied = Ce navigateur ne permet pas à la page de copier : sélectionnez les lignes et copiez-les à la main.
embed-preview = Tel que les lecteurs le verront
embed-unknown-name = { $list } = { $name } : rien ne porte ce nom sur cette page ; cela a été omis.
embed-unknown-theme = theme = { $name } est inconnu : auto, light ou dark ; les couleurs de l’appareil sont utilisées.

## Exercises

exercise-page = Exercice
exercises-title = Exercices
exercises-lede = Prédisez d’abord. Ensuite la page calcule la réponse sous vos yeux, avec le code de ses laboratoires.
exercises-worksheet = Feuille d’exercices et corrigé à imprimer
exercises-all = Tous les exercices
exercises-place = { $place } sur { $all }
exercises-others = Autres exercices
exercises-before = Précédent :
exercises-next = Suivant :
exercise-questions =
    { $n ->
        [one] { $n } question
       *[other] { $n } questions
    }
exercise-not-begun = ○ pas commencé
exercise-solved-variants =
    { $n ->
        [one] ● résolu, { $n } variante
       *[other] ● résolu, { $n } variantes
    }
exercise-begun = ◐ commencé, meilleur { $credit }
exercise-variant = Variante
exercise-next-variant = Variante suivante
exercise-textbook = Nombres du manuel
exercise-bad-variant = Une variante est un nombre entier de 0 à { $most } ; l’ancienne reste.
exercise-unknown = Il n’y a pas d’exercice « { $name } » ; le premier est montré.
exercise-bad-number = { $name } = { $given } n’est pas un nombre entier de 0 à { $most } ; 0 est utilisé.
exercise-given-table = Les données, en tableau
exercise-question = Question { $n }
exercise-solved = ● résolu
exercise-so-far =
    { $n ->
        [one] ◐ { $credit } jusqu’ici, { $n } essai
       *[other] ◐ { $credit } jusqu’ici, { $n } essais
    }
exercise-check = Vérifier
exercise-hint = Indice
exercise-hint-of = Indice { $n } sur { $most }
exercise-no-hints = Plus d’indices
exercise-hints = Indices
exercise-show = Montrer le résultat
exercise-unread = ? Non compté.
exercise-right = ✓ Juste.
exercise-partly = ◐ En partie juste ({ $credit }).
exercise-wrong = ✗ Faux.
exercise-computed = Calculé maintenant :
exercise-steps = Pas à pas
exercise-your-list = Votre liste, par exemple { $example }
exercise-your-number = Votre nombre
exercise-number-example = 0,25, 1/4 ou 25 %
exercise-your-numbers = Vos nombres, dans l’ordre
exercise-numbers-example = 0,5 ; 0,3 ; 0,2
exercise-tick = Cochez tout ce qui convient
exercise-choose = Choisissez-en une
order-yours = Votre preuve, ligne par ligne
order-empty = Encore vide. Ajoutez la ligne par laquelle la preuve commence.
order-left = Lignes au choix ; certaines sont de trop
order-add = Ajouter : { $line }
order-added = Ajoutée comme ligne { $n }.
order-removed = Retirée.
order-moved = Maintenant ligne { $n } sur { $all }.
order-reason = Raison …
order-reason-of = Raison de la ligne { $n }
order-up = Monter : ligne { $n }
order-down = Descendre : ligne { $n }
order-remove = Retirer la ligne { $n }
progress-title = Votre progression
progress-nothing = Rien de fait pour l’instant.
progress-variants =
    { $n ->
        [one] { $n } variante jusqu’ici.
       *[other] { $n } variantes jusqu’ici.
    }
progress-kept = Gardée dans ce navigateur, sur cet appareil, et nulle part ailleurs.
progress-no-storage = Ce navigateur ne laisse rien enregistrer : ce que vous faites dure jusqu’à la fermeture de la page. Enregistrez-le dans un fichier pour le garder.
progress-full = Le stockage du navigateur est plein : ce que vous faites maintenant dure jusqu’à la fermeture de la page. Enregistrez-le dans un fichier pour le garder.
progress-unreadable = Ce qui était enregistré ici n’a pas pu être lu. Cela a été mis de côté, et un nouveau relevé commence.
progress-save = Enregistrer dans un fichier
progress-add = Ajouter depuis un fichier …
progress-add-hint = Pour chaque question, le meilleur des deux résultats est gardé.
progress-added =
    { $n ->
        [one] { $n } variante ajoutée depuis le fichier.
       *[other] { $n } variantes ajoutées depuis le fichier.
    }
progress-not-added = Rien n’a été ajouté : { $why }.

## The worksheet

worksheet-title = Feuille d’exercices
worksheet-seed = Graine
worksheet-next-seed = Graine suivante
worksheet-key = Corrigé
worksheet-print = Imprimer
worksheet-hint = La graine 0 a les nombres du manuel. L’adresse redonne la même feuille.
worksheet-bad-seed = Une graine est un nombre entier de 0 à { $most } ; l’ancienne reste.
worksheet-heading = Décodage et échantillonnage spéculatif : feuille d’exercices
worksheet-heading-key = Décodage et échantillonnage spéculatif : corrigé
worksheet-name = Nom
worksheet-date = Date
worksheet-answer = Réponse
worksheet-line = Ligne { $n } :
worksheet-because = parce que
worksheet-line-key = { $line } parce que { $reason } : { $text }
worksheet-foot = Decoding Lab · feuille { $seed }
worksheet-foot-key = Decoding Lab · feuille { $seed } · corrigé

## Pictures of answers, and live figures

picture-out = exclu
picture-token = token
picture-entropy = entropie
picture-nats = { $entropy } nats
picture-bars = Distributions en barres
picture-accepted = acceptés
picture-counted = compté
picture-formula = par la formule
picture-cycles = cycles
picture-cycles-to-try = Cycles à essayer
picture-other-coins = D’autres pièces
picture-cycles-words = Acceptés par cycle : compté { $counted } ± { $error }, par la formule { $formula }. Tokens par cycle : { $tokens }.
picture-legal = permis
picture-masked = masqué
picture-mask = Tokens sous le masque
picture-may-come = Après « { $text } » peut venir { $expects } :
picture-may-begin = Au début peut venir { $expects } :
picture-texts = Tous les textes
picture-text = texte
picture-probability = probabilité
picture-drawn = tiré, sur 100
picture-found-by = trouvé par
picture-paths = Les deux chemins de chaque token
picture-given = donné
picture-with-residual = avec le résidu
picture-without-residual = sans lui
picture-corrected = corrigé
picture-law = loi
picture-laws-words = A = Σ min(p, q) = { $overlap }, Z = Σ max(0, p − q) = { $residual }, ensemble { $sum }. Compté : { $n } tokens chacun, une graine. ≠ marque où la loi n’est pas p.
figure-waiting = L’enregistrement est en route …
figure-failed = L’enregistrement n’est pas arrivé. Rechargez la page.
figure-own = la p du modèle
figure-drawn-from = tiré de
figure-sampler-words = { $left } tokens sur { $all } peuvent être tirés ; aussi étalés que { $choices } également probables (le modèle seul : { $own }).
figure-order-same = Les deux ordres donnent la même distribution.
figure-order-first = T, puis top-p
figure-order-last = top-p, puis T
figure-order-words =
    { $n ->
        [one] La température d’abord garde { $n } token, à la fin { $last }.
       *[other] La température d’abord garde { $n } tokens, à la fin { $last }.
    }
figure-mask-before = Token précédent
figure-mask-next = Token suivant
figure-mask-place = token { $n } sur { $all }
figure-mask-mask = masque
figure-mask-if-legal = p si permis
figure-mask-words = { $legal } tokens sur { $all } sont permis, avec { $mass } de la masse du modèle. Peut suivre : { $expects }.
figure-position-cost = Coût d’une position de plus
figure-speedup-best = S = { $tau } / { $cost } = { $speedup } ; au mieux avec γ = { $gamma } : { $best }.
figure-speedup-slower = S = { $tau } / { $cost } = { $speedup } ; plus lent que la cible seule, surtout : { $why }.
figure-lookup-n = Mots cherchés n
figure-lookup-gamma = Mots devinés γ
figure-lookup-at = Mots déjà écrits
figure-lookup-found = Les { $n } derniers mots étaient déjà là. Sur { $guesses } mots devinés, le texte continue avec { $right }.
figure-lookup-none = Les { $n } derniers mots n’étaient pas encore venus : rien à deviner, et la cible écrit seule.
figure-lookup-whole = Sur tout le texte : { $right } mots devinés justes sur { $guessed }, { $cycles } cycles pour { $words } mots.
figure-beams-words =
    { $n ->
        [one] { $n } faisceau : « …{ $text } », de probabilité { $prob } : numéro { $place } sur { $all } textes.
       *[other] { $n } faisceaux : « …{ $text } », de probabilité { $prob } : numéro { $place } sur { $all } textes.
    }
figure-law-same = Ce qui sort a exactement la loi p.
figure-law-other = Ce qui sort est une autre loi : à { $apart } de p (variation totale).
figure-law-column = ce qui sort
figure-proof-lines = Lignes de la preuve
figure-mistake = Ce qui est mal fait
figure-cycle-stage = Ce qui est en scène
figure-cycle-case = Cas { $n }
figure-cycle-recorded = Enregistré
figure-playback = Lecture de cette figure
figure-restart = Recommencer
figure-back = Retour

## Chapters

chapter-equation = Équation
chapter-decoding = Décodage
chapter-decoding-link = 1 Décodage
chapter-speculative = Échantillonnage spéculatif
chapter-speculative-link = 2 Échantillonnage spéculatif
chapter-number = Chapitre { $n }
chapter-contents = Sommaire
chapter-next = Suite : { $title }
chapter-before = Avant : { $title }
chapter-exercise = ○ exercice
chapter-exercise-begun = ◐ commencé
chapter-other-numbers = D’autres nombres, sur une page à part
chapter-done = (fait)
chapter-table = Tableau

## Des logits au token

logits-stage-spoken = { $stage } { $value }, place { $place } sur { $n }. Alt et une flèche la déplacent
logits-bias = Biais de logits
logits-temperature = Température
logits-once = { $value } une fois
logits-each = { $value } à chaque fois
logits-of-best = { $share } du meilleur
logits-own-title = La distribution du modèle lui-même
logits-a-stage = Une étape
logits-draw-title = Le tirage
logits-own = Le modèle finit par un nombre par token, son logit. Softmax fait des { $n } des probabilités. Elles valent { $choices } choix également probables.
logits-draw = Les probabilités sont mises bout à bout de 0 à 1. La pièce tombe à { $coin }, dans la part de { $token }. La même graine tire toujours le même token.
logits-draw-none = Les réglages n’ont laissé aucun token à tirer.
logits-off = Cette étape est éteinte : elle laisse chaque nombre tel quel.
logits-temperature-zero = À T = 0 il ne reste que le plus grand logit. C’est le décodage glouton : la pièce ne compte plus.
logits-temperature-low = Chaque logit est divisé par { $temperature }, ce qui les écarte : les tokens probables y gagnent. De { $from } choix effectifs à { $to } ; rien n’est retranché.
logits-temperature-high = Chaque logit est divisé par { $temperature }, ce qui les rapproche : les tokens improbables y gagnent. De { $from } choix effectifs à { $to } ; rien n’est retranché.
logits-top_k = Seuls les { $k } tokens les plus probables restent. { $removed } de la probabilité est retranché, et ce qui reste est divisé par le reste : ces tokens montent bien que leurs logits n’aient pas changé.
logits-top_p = Depuis le haut, des tokens sont gardés jusqu’à ce que leur masse atteigne { $p } : il en faut { $kept }. La queue de { $removed } est retranchée, et les autres se la partagent.
logits-min_p = Un token doit être au moins { $share } aussi probable que le meilleur. { $kept } peuvent encore être tirés ; { $removed } de la probabilité est retranché.
logits-repetition = Les logits des tokens déjà présents dans le texte sont divisés par { $value } s’ils sont positifs, et multipliés s’ils sont négatifs. Les deux les rendent moins probables.
logits-presence = Chaque token produit depuis le prompt perd autant de son logit, une fois, quel que soit son nombre d’apparitions.
logits-frequency = Un token perd autant de son logit pour chaque fois qu’il a été produit depuis le prompt.
logits-biased = Les logits de { $tokens } sont changés d’un nombre de votre choix. Ajouter b multiplie les chances d’un token contre tout autre par exp(b) : ±{ $bias } est un facteur { $factor }.
logits-follows = Ce qui suit
logits-bias-of = Biais de { $token }
logits-bias-remove = Retirer le biais de { $token }
logits-bias-full = Cela suffit
logits-bias-choose = Choisir un token …
logits-bias-hint = un nombre ajouté au logit d’un token : +b multiplie ses chances par exp(b)
logits-stop-refused = { $stop } est déjà parmi les chaînes d’arrêt, ou dépasse { $bytes } octets.
logits-stop-remove = Retirer la chaîne d’arrêt { $stop }
logits-stops = Chaînes d’arrêt
logits-stop-such = comme . ou \n
logits-add = Ajouter
logits-stops-hint = le texte finit avant la première d’entre elles ; ce qui peut en devenir une est retenu
logits-ended = L’histoire est finie : revenez en arrière pour continuer autrement.
logits-stopped = La chaîne d’arrêt { $stop } est apparue : le texte finit avant elle. Revenez en arrière, ou retirez-la, pour continuer.
logits-full = Le contexte du modèle est plein : il ne voit pas plus loin. Revenez en arrière pour continuer autrement.
logits-not-text = pas dans le texte
logits-held = retenu : cela peut devenir une chaîne d’arrêt
logits-text = Texte avant le curseur
logits-rewind = Revenir avant { $token }
logits-take = Prendre le token tiré
logits-nothing = Rien ne peut être tiré
logits-write-on = Continuer d’écrire
logits-stop-writing = Arrêter d’écrire
logits-back = Reprendre
logits-or-click = Ou cliquez sur un token ci-dessous pour le choisir vous-même.
logits-stages = Étapes, dans leur ordre
logits-move = Déplacer l’étape à l’écran
logits-earlier = ← Plus tôt
logits-later = Plus tard →
logits-order-hint = L’ordre compte. Faites glisser une étape, pressez Alt et une flèche sur elle, ou prenez les boutons ci-dessus.
logits-logits = logits
logits-draw-chip = tirage
logits-on-its-way = La cible arrive …
logits-save-json = Enregistrer les logits (JSON)
logits-save-csv = Enregistrer les étapes (CSV)
logits-fact-tokens = tokens qui peuvent être tirés
logits-fact-choices = choix effectifs
logits-fact-entropy = entropie, nats
logits-fact-cut = probabilité retranchée
logits-cdf-spoken = Pièce { $coin } sur les probabilités mises bout à bout ; elle tombe dans une part de { $share }
logits-cdf = 0 à gauche, 1 à droite, tokens par numéro ; la pièce est à { $coin }.
logits-cut-here = ✂ coupé ici
logits-out-before = déjà sorti
logits-raised = ↑ logit inchangé
logits-choose = Choisir { $token }
logits-rows-caption = Les tokens les plus probables, et tous les autres ensemble
logits-logit = logit
logits-before = avant
logits-after = après
logits-happened = ce qui s’est passé
logits-compare = L’ordre compte : deux échantillonneurs, les mêmes logits
logits-against = contre
logits-compare-against = Comparer avec
logits-same = Les deux donnent exactement la même distribution.
logits-differ = Variation totale { $distance } : { $both } gardés par les deux, { $first } seulement par le premier, { $second } seulement par le second.
logits-only-here = ici seulement
logits-keeps = garde { $tokens }
logits-draw-many = Tirer souvent, avec cette graine
logits-drawn = tiré
logits-by-hand = choisi à la main
logits-distance =
    { $n ->
        [one] Après { $n } tirage, variation totale { $distance }. Elle baisse avec la racine carrée des tirages.
       *[other] Après { $n } tirages, variation totale { $distance }. Elle baisse avec la racine carrée des tirages.
    }
logits-draws-empty = Les comptes des tokens tirés viennent se poser sur leurs probabilités.
logits-odds-always = À T = 0 le premier gagne toujours.
logits-odds-never = À T = 0 le premier ne gagne jamais.
logits-odds-excluded = L’un des deux est exclu.
logits-odds = Chances de deux tokens
logits-odds-first = Premier token
logits-odds-to = contre
logits-odds-second = Second token
logits-odds-hint = Les filtres retranchent des tokens mais ne changent jamais les chances de deux qui restent. Seules la température et les pénalités le font.
logits-paths = Chemins parcourus depuis ce prompt
logits-paths-empty = Prenez le token tiré, ou choisissez-en un. Rien n’est perdu quand vous revenez.
logits-temperature-last = température en dernier
logits-filters-first = filtres d’abord
logits-usual-order = l’ordre habituel
logits-cold-hot = T = 0,5 contre T = 1,5
logits-your-order = votre ordre
logits-place = étape { $shown } sur { $n }
logits-pipeline = La chaîne

## Le laboratoire des brouillons

drafts-section-ways = Les façons côte à côte, et l’une d’elles en détail
drafts-section-found = Le texte, et ce qui a été trouvé
drafts-place = étape { $step } sur { $steps }, cycle { $cycle } sur { $n }
drafts-not-opened = Le fichier n’a pas pu être ouvert : { $why }.
drafts-domain = Genre de texte
drafts-domain-story = Histoire
drafts-domain-list = Listes
drafts-domain-json = JSON
drafts-domain-repetition = Répétition
drafts-rule = Une proposition est acceptée
drafts-rule-exact = avec min(1, p/q)
drafts-rule-typical = là où elle est typique : pas exact
drafts-not-exact = ≠ C’est une autre loi. Une proposition est acceptée là où la cible lui donne au moins min(0,09 ; 0,3·exp(−H)), quoi que dise q. Le dommage de chaque façon est indiqué sur sa ligne : la distance entre la loi d’un token et celle de la cible, en variation totale. Les arbres sont toujours testés exactement.
drafts-tree = Propositions d’un arbre, niveau par niveau
drafts-tree-hint = Combien de propositions suivent chacune
drafts-shape = { $levels } ({ $n } propositions)
drafts-which = Quelles façons
drafts-compare = Comparer
drafts-open = Ouvrir une comparaison …
drafts-recorded-more = {" "}auparavant avec ces modèles, sans les durées
drafts-nothing-yet = Rien n’a encore été comparé.
drafts-waiting = attend son tour
drafts-missing = Indisponible : { $why }
drafts-progress = { $n } sur { $all } façons
drafts-side-by-side = Côte à côte
drafts-table-scroll = Les façons, un tableau qui défile de côté
drafts-col-way = q vient de
drafts-col-numbers = Nombres
drafts-col-work = Travail par proposition
drafts-col-alpha = α
drafts-col-tau = τ
drafts-col-cost = Temps par proposition
drafts-col-predicted = Prévu
drafts-col-measured = Mesuré
drafts-col-law = Loi
drafts-table-note = Nombres : entraînés ou comptés pour cette façon seule. Travail : produits avec des poids, mis en somme. α : recouvrement moyen de p et q sur tous les tests. τ : tokens par cycle. Prévu : d’après le temps des passes seules ; mesuré : d’après tout le temps, face à la cible seule. Loi : 2{"\u202F"}000 tokens tirés après le prompt et comparés à p.
drafts-times = { $n }×
drafts-law-fits = { $n } tokens tirés s’accordent avec la loi de la cible (valeur p { $p })
drafts-law-broken = { $n } tokens tirés ne s’accordent pas avec la loi de la cible (valeur p { $p })
drafts-damage = {" "}dommage { $damage }
drafts-no-cycle = Cette façon n’a encore rien écrit.
drafts-where-from = D’où vient q : { $way }
drafts-way-model = Petit modèle
drafts-way-poor = Mauvais modèle
drafts-way-target = La cible elle-même
drafts-way-ngram = Comptes (n-grammes)
drafts-way-lookup = Recherche dans le prompt
drafts-way-exit = Sortie anticipée
drafts-way-heads = Têtes
drafts-way-mtp = État propagé
drafts-way-model-tree = Arbre du modèle
drafts-way-heads-tree = Arbre des têtes
drafts-about-model = Un modèle à part, distillé de la cible. Une passe par proposition.
drafts-about-poor = Un modèle bien trop petit pour la tâche. Son texte est quand même celui de la cible ; il prend seulement plus de temps.
drafts-about-target = p = q : toutes les propositions sont acceptées, il ne reste rien pour une correction, et rien n’est gagné, car une proposition coûte autant qu’un token de la cible elle-même.
drafts-about-ngram = Pas de modèle : parmi les derniers tokens, la plus longue suite déjà vue dans d’autres textes, et ce qui l’y a suivie. Les suites plus rares laissent davantage aux plus courtes.
drafts-about-lookup = Pas de modèle, pas d’autres textes : ce qui a suivi les mêmes tokens plus tôt dans ce texte. Tout q est sur un seul token.
drafts-about-exit = Les trois premières couches de la cible, un adaptateur et la projection de sortie de la cible elle-même. Ce que ces couches ont calculé n’est pas recalculé quand la proposition est vérifiée.
drafts-about-heads = Trois petites têtes sur le dernier état de la cible (Cai et al. 2024, « Medusa »). Chacune devine pour sa propre place sans connaître les propositions d’avant.
drafts-about-mtp = Un bloc de plus prend le dernier état de la cible et le token suivant, et donne l’état suivant (prédiction de plusieurs tokens, Gloeckle et al. 2024). Chaque proposition connaît donc celles d’avant.
drafts-about-model-tree = Le petit modèle, avec plusieurs propositions pour chaque place, tirées sans remise. Celles qui sont refusées laissent un résidu ; la suivante est testée face à lui (Miao et al. 2023, « SpecInfer »).
drafts-about-heads-tree = Les têtes, avec plusieurs propositions pour chaque place. Une passe de la cible vérifie tout l’arbre : chaque proposition ne voit que sa propre branche.
drafts-picture-model = Un petit modèle de deux couches à côté de la cible de six
drafts-picture-poor = Un modèle d’une couche à côté de la cible de six
drafts-picture-target = La cible à côté d’elle-même
drafts-picture-exit = Six couches de la cible ; une flèche part après les trois premières
drafts-picture-heads = Six couches de la cible ; de la dernière, trois flèches vers trois propositions
drafts-picture-mtp = Six couches de la cible ; de la dernière, une chaîne d’états, chacun issu du précédent
drafts-picture-model-tree = Un petit modèle de deux couches à côté de la cible de six
drafts-picture-heads-tree = Six couches de la cible ; de la dernière, trois flèches vers trois propositions
drafts-copied = copié
drafts-matched = les mêmes tokens
drafts-source-lookup = Trait plein : ce qui est copié. Pointillé : les derniers tokens, et là où ils étaient avant.
drafts-source-ngram = Pointillé : les derniers tokens, que d’autres textes ont aussi. Leurs comptes sont q.
drafts-caption-none = Il n’y a rien dont deviner la suite, rien n’est donc proposé : la passe de la cible donne { $token }, comme elle le ferait seule.
drafts-caption-chain = { $n ->
        [one] Une proposition : { $token }. Une passe de la cible va la tester.
       *[other] { $n } propositions, la première étant { $token }. Une passe de la cible va les tester toutes.
    }
drafts-caption-tree = { $n } propositions en tout, pour la place suivante { $tokens }. Une passe de la cible va tester tout l’arbre.
drafts-caption-all = { $n ->
        [one] La proposition a été acceptée, et la cible ajoute { $token }.
       *[other] Les { $n } propositions ont toutes été acceptées, et la cible ajoute { $token }.
    }
drafts-caption-branch = { $n ->
        [one] La proposition a été acceptée, et la cible ajoute { $token }.
       *[other] Les { $n } propositions d’une branche ont toutes été acceptées, et la cible ajoute { $token }.
    }
drafts-caption-some = { $n ->
        [0] Aucune proposition n’a été acceptée. À la place, le résidu donne { $token }.
        [one] Une proposition a été acceptée. Puis le résidu donne { $token }.
       *[other] { $n } propositions ont été acceptées. Puis le résidu donne { $token }.
    }
drafts-caption-end = { $n ->
        [one] { $n } proposition a été acceptée, et le texte finit.
       *[other] { $n } propositions ont été acceptées, et le texte finit.
    }
drafts-tree-scroll = Les propositions, un dessin qui défile de côté
drafts-bonus = bonus : tiré de la cible une fois toutes acceptées
drafts-correction = correction : tirée de ce que la cible voulait encore
drafts-guess = proposé : { $token }
drafts-guess-accepted = { $token } : accepté, p = { $p }, q = { $q }
drafts-guess-rejected = { $token } : refusé, p = { $p }, q = { $q }
drafts-guess-untested = { $token } : jamais testé
drafts-as-table = Les propositions en tableau
drafts-col-place = Place
drafts-col-guess = Proposition
drafts-col-from = q tiré de
drafts-col-overlap = Recouvrement
drafts-col-outcome = Résultat
drafts-origin-model = une passe du modèle
drafts-origin-ngram = { $n ->
        [0] comptes de tous les tokens
        [one] comptes après le dernier token
       *[other] comptes après les { $n } derniers tokens
    }
drafts-origin-lookup = { $n ->
        [one] token { $place } du texte, après le même token
       *[other] token { $place } du texte, après les { $n } mêmes tokens
    }
drafts-origin-exit = les { $n } premières couches
drafts-origin-head = tête { $n }
drafts-origin-carried = état propagé { $n ->
        [one] une fois
       *[other] { $n } fois
    }
drafts-text = Le texte de cette façon : { $way }
drafts-legend-guessed = proposé et accepté
drafts-legend-own = de la cible elle-même
drafts-by-place = α par place
drafts-by-place-note = Le recouvrement moyen de p et q à la première, deuxième, troisième place d’un cycle, là où l’on a testé.
drafts-who-wins = Qui gagne où
drafts-who-wins-note = τ de chaque façon sur quatre genres de texte, avec les réglages tels qu’ils sont. La cible elle-même est hors course.
drafts-best = le meilleur ici
drafts-survey = Comparer sur les quatre
drafts-surveying = Comparaison en cours …

## Textes joints

sentences-two = { $first } { $second }
rank-best = meilleur
rank-second = deuxième meilleur
rank-third = troisième meilleur
rank-later =
    { $last ->
       *[other] { $n }e meilleur
    }

## Liens qui ne peuvent pas servir tels quels

link-constraint = { $given } n’est pas une contrainte ; elle doit commencer par { $kinds } ; elle a été laissée de côté

## Glouton et faisceaux

beams-search = La recherche
beams-scenario = Ce que l’on explore
beams-scenario-target = La cible entraînée
beams-scenario-all-texts = Les 27 textes d’une table
beams-scenario-ending = Des textes qui finissent
beams-table-hint = Une table faite à la main, assez petite pour regarder tous les textes qui existent. La recherche est la vraie ; le prompt et la profondeur sont fixés.
beams-prompt = Prompt
beams-objectives = Autres objectifs ({ $on })
beams-objectives-off = éteints
beams-objectives-hint = Ils changent ce que l’on cherche. Le score d’un texte reste la somme de ses logarithmes.
beams-objective-penalty = pénalité de longueur a = { $a }
beams-objective-groups =
    { $n ->
        [one] { $n } groupe, diversité { $penalty }
       *[other] { $n } groupes, diversité { $penalty }
    }
beams-penalty-longer = Les scores sont négatifs. Divisés par un nombre plus grand, ils se rapprochent de 0 : a > 0 favorise donc les textes plus longs.
beams-penalty-shorter = Avec a {"\u003C"} 0 le diviseur rétrécit quand le texte s’allonge : son score négatif s’éloigne de 0, et les textes plus courts gagnent.
beams-penalty-off = Éteinte : un texte vaut son score.
beams-stop = Arrêter la recherche
beams-examples = Exemples
beams-examples-hint = Choisissez-en un, ou écrivez un début à vous.
beams-example-win = Les faisceaux gagnent
beams-claim-win = Quatre faisceaux trouvent un texte de score bien plus élevé : le premier mot du glouton est le plus probable, mais ce qui le suit l’est moins.
beams-example-worse = Meilleur score, moins bon texte
beams-claim-worse = Quatre faisceaux trouvent un score bien plus élevé en se répétant : ce qui est probable n’est pas forcément bon.
beams-example-shorter = Meilleur score, texte plus court
beams-claim-shorter = Chaque token coûte quelque chose : huit faisceaux préfèrent donc un texte vite fini et qui dit peu.
beams-example-products = Les produits s’épuisent
beams-claim-products = Seize groupes qui doivent tous différer : le produit des probabilités du dernier est 0 en simple précision, sa somme de logarithmes ne l’est pas.
beams-place = niveau { $level } sur { $levels } · pas { $step } sur { $steps }
beams-place-before = avant le niveau 1 sur { $levels }
beams-table-not-searched = La table n’a pas pu être explorée ({ $why }).
beams-search-not-shown = La recherche n’a pas pu être montrée ({ $why }).
beams-save-json = Enregistrer la recherche (JSON)
beams-save-csv = Enregistrer les textes (CSV)
beams-save-svg = Enregistrer l’arbre (SVG)
beams-save-png = Enregistrer l’arbre (PNG)

# Les pas d’une recherche : titres, et ce que dit chacun.
beams-the-prompt = le prompt
beams-title-prompt = Le prompt
beams-title-extend = Niveau { $level } : prolonger
beams-title-extend-beam = Niveau { $level } : prolonger le faisceau { $beam } sur { $beams }
beams-title-prune = Niveau { $level } : classer et élaguer
beams-title-finish = Niveau { $level } : terminé
beams-title-end = La fin
beams-caption-start =
    { $n ->
        [1] Le prompt est seul. Chaque niveau prolonge chaque faisceau vivant de chaque token, classe tous les textes et garde le meilleur : c’est la méthode gloutonne.
       *[other] Le prompt est seul. Chaque niveau prolonge chaque faisceau vivant de chaque token, classe tous les textes et garde les { $n } meilleurs.
    }
beams-dead-end = Après { $text } rien ne peut venir : une impasse. Ce faisceau est perdu.
beams-dead-end-prompt = Après le prompt rien ne peut venir : une impasse. Ce faisceau est perdu.
beams-after-prompt = Après le prompt : { $children }.
beams-after-text = Après { $text } : { $children }.
beams-child = { $token } coûte { $cost } et donne { $score }
beams-children = { $first } ; { $second }
beams-rest = { $mass } de la probabilité revient à { $others }.
beams-ranked =
    { $n ->
        [one] { $n } texte est classé par { $by } ; { $stay }.
       *[other] { $n } textes sont classés par { $by } ; { $stay }.
    }
beams-by-score = score
beams-by-objective = score / longueur^a
beams-stay =
    { $n ->
        [one] { $n } reste
       *[other] { $n } restent
    }
beams-ended-before =
    { $n ->
        [one] { $n } d’entre eux avait déjà fini et reste tel quel.
       *[other] { $n } d’entre eux avaient déjà fini et restent tels quels.
    }
beams-first-cut = Au premier coupé, { $text }, il manque { $margin }.
beams-falls-out = Le texte terminé { $text } sort pour { $margin }.
beams-best-is = Le meilleur est { $text }, à { $score }.
beams-text-at = { $text } à { $score }
beams-list = { $first }, { $second }
beams-and = { $first } et { $second }
beams-caption-finish = Le token de fin : { $texts } est terminé. Il n’est plus jamais prolongé et garde sa place tant que son score suffit.
beams-best-text = Le meilleur texte : { $text }, avec un score de { $score }.
beams-stop-finished = Tous les faisceaux sont terminés.
beams-stop-decided = Décidé : les scores ne font que baisser, et aucun faisceau vivant ne peut plus dépasser un faisceau terminé.
beams-stop-depth = Aussi profond que demandé.
beams-stop-context = Le contexte du modèle est plein : il ne voit pas plus loin que ce nombre de tokens.
beams-stop-dead-end = Une impasse : après chaque faisceau, tous les tokens sont exclus.

# Le niveau en table.
beams-level-table = Ce niveau en table
beams-level-texts = Les textes de ce niveau
beams-level-empty = Rien n’a encore été prolongé.
beams-column-after = après
beams-column-token = token
beams-column-score = score s
beams-column-outcome = issue
beams-outcome-kept = ● gardé, place { $place }
beams-outcome-finished = ■ terminé, place { $place }
beams-outcome-lacks = ✕ il manque { $margin }
beams-outcome-rest = reste

# Le glouton à côté du meilleur faisceau.
beams-greedy-title = Le glouton à côté du meilleur faisceau
beams-greedy = Glouton
beams-best-beam = Meilleur faisceau
beams-both-begin = Les deux commencent au prompt.
beams-same-text = Le texte du glouton est le meilleur faisceau : jusqu’ici ils sont identiques.
beams-part-ranked = Ils se séparent au token { $token }, où le faisceau prend le { $rank } et le glouton le meilleur : { $lead } pour le faisceau.
beams-part-stopped = Ils se séparent au token { $token }, où le faisceau a le meilleur et le glouton s’est arrêté : { $lead } pour le faisceau.
beams-overtakes = Il est derrière jusqu’au token { $token }, où il dépasse : second maintenant, meilleur plus tard.
beams-never-overtakes = Il ne rattrape jamais.
beams-not-overtaken = Il n’a pas rattrapé jusqu’ici.
beams-beam-leads = En tout, le faisceau mène de { $lead } : son texte est { $times } fois plus probable.
beams-greedy-leads = En tout, le glouton mène de { $lead } : son texte est { $times } fois plus probable. Plus de faisceaux ne promettent rien.
beams-equal = En tout, ils sont à égalité.
beams-by-token = Token par token
beams-prefixes = Le glouton et le meilleur faisceau, token par token
beams-column-greedy = glouton
beams-column-beam = faisceau
beams-column-sum = somme
beams-column-lead = avance du faisceau
beams-column-note = note
beams-note-part = se séparent
beams-note-overtakes = dépasse

# Scores, coûts, calculs.
beams-scores-title = Les faisceaux maintenant, le meilleur d’abord
beams-scores-empty = Des textes viennent ici dès qu’un niveau a été classé.
beams-live-and-finished = { $live } vivants, { $finished } terminés.
beams-choose-one = Choisissez-en un pour voir son calcul.
beams-column-text = texte
beams-column-group = groupe
beams-column-length = longueur
beams-column-divisor = longueur^a
beams-column-objective = s / longueur^a
beams-column-state = état
beams-row-finished = ■ terminé
beams-row-live = ● vivant
beams-greedy-alone = glouton seul
beams-cost-title = Ce que cela coûte
beams-cost-passes = passes du modèle
beams-cost-forks = caches dédoublés
beams-cost-fed = tokens lus
beams-cost-without = tokens sans aucun cache
beams-cost-nothing = Rien n’a encore été calculé.
beams-cost-caches = Chaque faisceau a son propre cache, dédoublé de celui de son parent. Sans caches, les mêmes passes liraient { $factor } fois plus de tokens.
beams-cost-millis = { $total } jusqu’ici, { $pass } par passe.
beams-arithmetic-title = Le texte choisi : logarithmes contre produits
beams-arithmetic = Le calcul, token par token
beams-arithmetic-prompt = Le prompt ne coûte rien : les scores comptent à partir de sa fin.
beams-repeats =
    { $n ->
        [1] Des groupes précédents ont pris son dernier token une fois à ce niveau : il a été classé { $lower } plus bas, à { $at }. Son score ne change pas.
       *[other] Des groupes précédents ont pris son dernier token { $n } fois à ce niveau : il a été classé { $lower } plus bas, à { $at }. Son score ne change pas.
    }
beams-underflow = Un produit de probabilités rétrécit à chaque token, et les nombres ont une fin : sous { $half } en demi-précision, { $single } en simple et { $double } en double précision, des chiffres se perdent (!), et peu après tout est 0. On ne peut alors plus distinguer les textes. La somme des logarithmes ne fait que croître, lentement, et classe de même.
beams-precision-half = Demi-précision (f16)
beams-precision-single = Simple précision (f32)
beams-precision-double = Double précision (f64)
beams-product-both = { $precision } : des chiffres manquent à partir du token { $imprecise }, et à partir du token { $zero } le produit est 0.
beams-product-zero = { $precision } : à partir du token { $zero } le produit est 0.
beams-product-imprecise = { $precision } : des chiffres manquent à partir du token { $imprecise }.
beams-product-runs-out =
    { $n ->
        [one] { $precision } : encore exacte après { $n } token. À ce rythme elle s’épuise au token { $at }.
       *[other] { $precision } : encore exacte après { $n } tokens. À ce rythme elle s’épuise au token { $at }.
    }
beams-product-exact = { $precision } : encore exacte.

# Tous les textes d’une table.
beams-proof-title = Preuve en regardant tous les textes
beams-proof-none = Aucune largeur essayée ici ne trouve le meilleur texte.
beams-proof-every = Toutes les largeurs essayées ici trouvent le meilleur texte.
beams-proof-misses = B = { $missed } manque le meilleur texte ; B = { $smallest } le trouve sur cette table.
beams-proof-sure = Sur toute table de V = { $v } mots et t = { $t } pas, B = V^(t−1) = { $enough } le trouve à coup sûr : chaque début est alors gardé jusqu’au dernier pas, qui regarde tous les textes. B = V^t = { $all } garde même le pire texte.
beams-texts = Tous les textes, le meilleur d’abord
beams-texts-caption =
    { $n ->
        [one] { $n } texte en tout, le meilleur d’abord
       *[other] Les { $n } textes, le meilleur d’abord
    }
beams-column-terms = log p, token par token
beams-column-found-by = trouvé par

## L’arbre d’une recherche

tree-tools = L’arbre
tree-zoom-out = Zoom arrière
tree-zoom-in = Zoom avant
tree-fit = Ajuster
tree-follow = Suivre le meilleur
tree-hide-pruned = Cacher les élagués
tree-fold = Replier le choisi
tree-unfold = Déplier le choisi
tree-unfold-all = Tout déplier
tree-of-texts = L’arbre des textes
# Marques dans la case d’un texte : courtes.
tree-prompt = prompt
tree-kept = ● gardé
tree-end = ■ fin
tree-left = ○ laissé
tree-greedy = glouton
tree-rest = { $others } : { $mass }
tree-legend-finished = ■ terminé
tree-legend-pruned = ✕ élagué, avec ce qui lui manquait
tree-legend-left = ○ laissé en arrière
tree-legend-greedy = G glouton (greedy)
tree-legend-keys = {" "}· Faites glisser pour déplacer. Au clavier, dans l’arbre : les flèches déplacent, Maj et une flèche choisissent un texte, Entrée le replie, + et − zooment, 0 ajuste, F suit.
tree-prompt-words = Le prompt, { $tokens } : tout pousse à partir d’ici.
tree-node = { $token } : p { $prob }, log p { $log_prob }, numéro { $rank } après son texte ; score { $score } ; { $what }
tree-node-margin = , { $margin } sous le dernier gardé
tree-node-group = {" "}; groupe { $group }
tree-node-greedy = {" "}; le glouton passe ici, lui aussi
tree-node-end = .
tree-state-candidate = pas encore classé
tree-state-live = gardé : il continue
tree-state-finished = terminé : gelé à son score
tree-state-inner = partie d’un texte encore gardé
tree-state-overtaken = gardé un temps, mais aucun texte gardé ne commence plus ainsi
tree-state-dead-end = une impasse : rien ne peut suivre
tree-state-pruned = élagué
tree-state-displaced = terminé, puis évincé

## Décodage contraint

constraints-story = Le texte, pas à pas
constraints-begin = Commencer par
constraints-begin-own = Vos propres réglages
constraints-preset-list = Une liste de chiffres
constraints-preset-digits = Seulement des chiffres
constraints-preset-date = Une date
constraints-preset-sentence = Une phrase
constraints-preset-cat = Un chat en JSON
constraints-preset-dead-end = Une impasse : top-k avant le masque
constraints-kind = Le texte doit être
constraints-kind-digits = seulement des chiffres
constraints-kind-list = une liste [ d (, d)* ]
constraints-kind-regex = une expression régulière
constraints-kind-json = un schéma JSON
constraints-kept = Ce qui est en scène a été fait avec la dernière contrainte utilisable.
constraints-bad-count = { $field } est un nombre entier, ou vide s’il n’y a pas de borne ; l’ancien est gardé.
constraints-no-bound = sans borne
constraints-least = Au moins
constraints-most = Au plus
constraints-most-items = Au plus autant d’éléments
constraints-list-hint = Des chiffres isolés séparés par des virgules, sans espace ; ou [ ] sans rien dedans.
constraints-example = Choisir un exemple
constraints-example-none = Choisir un exemple …
constraints-example-yes-no = Oui ou non
constraints-example-words = Trois petits mots
constraints-example-boolean = Un booléen
constraints-example-lists = Une liste de listes de nombres
constraints-pattern = Motif
constraints-pattern-hint = toute la suite doit correspondre ; syntaxe de la bibliothèque Rust regex
constraints-schema = Schéma
constraints-schema-hint = Lu : type, properties, required, items, enum, const, anyOf, minLength, maxLength, minItems, maxItems, minimum, maximum. Tout est borné, pour qu’aucun texte ne soit sans fin : les chaînes à { $length } caractères et les listes à { $items } éléments sauf si le schéma dit autre chose, les nombres à { $whole } chiffres avant le point et { $fraction } après, { $nesting } niveaux d’imbrication. Les propriétés viennent dans l’ordre du schéma, avec au plus une espace après « , » et « : ».
constraints-order = Le masque vient
constraints-order-first = avant les filtres
constraints-order-first-hint = masque, puis température, top-k, top-p, min-p
constraints-order-last = après eux
constraints-order-last-hint = le mauvais ordre : il peut ne rien laisser
constraints-way-out = Dans une impasse
constraints-backtrack = revenir en arrière
constraints-repair = réparer
constraints-reject = rejeter
constraints-backtrack-does = Le dernier token est repris, interdit à cette place, et l’on y tire de nouveau.
constraints-repair-does = Le plus court texte qui complète celui-ci est forcé, quoi qu’en pense le modèle.
constraints-reject-does = Le texte finit ici et dit qu’il est incomplet.
constraints-with-draft = Avec le brouillon
constraints-with-draft-hint = échantillonnage spéculatif sous le même masque
constraints-with-beams = Avec des faisceaux
constraints-with-beams-hint = recherche en faisceau sous le même masque
constraints-place = token { $token } sur { $tokens } · pas { $step } sur { $steps }
constraints-place-before = avant le token 1 sur { $tokens }
constraints-contradicts = Ce texte ne peut pas être montré : ses données se contredisent ({ $why }).
constraints-not-shown = Le texte n’a pas pu être montré ({ $why }).

# Le texte jusqu’ici.
constraints-text-title = Texte jusqu’ici, token par token
constraints-key-drawn = tiré
constraints-key-forced = ⚑ forcé
constraints-drawn-under = tiré sous le masque
constraints-forced-by = forcé par réparation
constraints-taken-back = repris :
constraints-end-complete = complet
constraints-end-repaired = complet, de force
constraints-end-context = incomplet : le contexte des modèles est plein
constraints-end-empty = incomplet : il n’y avait rien à continuer
constraints-end-stopped = incomplet : arrêté
constraints-end-length = incomplet : le texte a atteint sa plus grande longueur permise
constraints-end-rejected = incomplet : il ne restait aucun token

# Les pas d’un token : titres, et ce que dit chacun.
constraints-title-before = Avant le premier token
constraints-title-raw = La distribution du modèle lui-même
constraints-title-mask = Le masque
constraints-title-renormalise = Ce qui reste, divisé par sa masse
constraints-title-draw = Le tirage
constraints-title-move = L’automate avance
constraints-title-dead-end = Une impasse
constraints-title-way-out = L’issue
constraints-nothing-drawn = Aucun token n’a été tiré.
constraints-opening = La grammaire commence après le prompt. Pressez → pour voir choisir le premier token.
constraints-waits-problem = Cette contrainte ne peut pas encore servir : voyez le message au-dessous.
constraints-raw = Le modèle donne une probabilité à chacun de ses { $n } tokens ; il ne sait rien de la grammaire.
constraints-raw-best = Son préféré est { $token } avec { $prob }.
constraints-mask =
    { $n ->
        [0] La grammaire demande : { $expects }. Pas un token n’est permis ; tous les autres sont rayés. Le modèle a donné { $mass } de sa probabilité aux tokens permis.
        [1] La grammaire demande : { $expects }. Sur { $all } tokens { $n } est permis ; tous les autres sont rayés. Le modèle a donné { $mass } de sa probabilité aux tokens permis.
       *[other] La grammaire demande : { $expects }. Sur { $all } tokens { $n } sont permis ; tous les autres sont rayés. Le modèle a donné { $mass } de sa probabilité aux tokens permis.
    }
constraints-mask-fight = C’est moins de { $share } : la grammaire combat le modèle.
constraints-fight = moins de { $share } : la grammaire combat le modèle
constraints-renormalise = Ce qui reste est divisé par { $mass }, sa somme. C’est softmax sur les seuls logits permis, et c’est la distribution du modèle à condition que le token soit permis.
constraints-draw = La pièce tombe à { $coin } et tire { $token } : { $prob }, là où le modèle seul lui donnait { $raw }.
constraints-draw-filtered = La pièce tombe à { $coin } et tire { $token } : { $prob } après température et filtres, là où le modèle seul lui donnait { $raw }.
constraints-move-end = La fin du texte : la grammaire ne la permet que là où le texte est complet.
constraints-move =
    { $n ->
        [1] { $token } est un seul octet, et l’automate fait un pas : de { $from } à { $to }.
       *[other] { $token } couvre { $n } octets, donc l’automate fait { $n } pas : de { $from } à { $to }. Il était permis parce que chacun d’eux l’est.
    }
constraints-dead-no-token = Aucun token du vocabulaire ne commence ce que demande la grammaire.
constraints-dead-filters = Les filtres sont venus d’abord et n’ont gardé que des tokens que la grammaire interdit ; les { $n } permis étaient déjà partis.
constraints-dead-excluded = La grammaire permet quelques tokens, et le reste de la chaîne les exclut tous.
constraints-dead-taken-back = Tous les tokens que l’on pouvait tirer ici ont été repris.
constraints-dead-nothing = Rien ne peut être tiré. Une distribution vide n’est pas une distribution : il faut que quelque chose cède.
constraints-out-backtrack = Revenir en arrière : { $token } est repris et interdit à sa place, et l’on y tire de nouveau, avec une nouvelle pièce.
constraints-out-repair =
    { $n ->
        [1] Réparer : { $tokens } est forcé, le plus court chemin vers un texte complet. Le modèle n’a pas été consulté.
       *[other] Réparer : { $tokens } sont forcés, le plus court chemin vers un texte complet. Le modèle n’a pas été consulté.
    }
constraints-out-nothing-left = Il n’y a plus rien à reprendre. Le texte est rejeté : rien n’a été émis.
constraints-out-no-completion = Aucun token ne forme une fin, donc rien ne peut être forcé. Le texte est rejeté.
constraints-out-reject = Rejeter : le texte finit ici, et le dit. Rien d’interdit n’a été émis.
constraints-event-took-back = impasse : { $token } repris
constraints-event-forced = impasse : { $tokens } forcé
constraints-event-rejected = impasse : rejeté

# Les deux distributions.
constraints-save-json = Enregistrer le texte (JSON)
constraints-of = { $n } sur { $all }
constraints-not-asked = pas encore demandé
constraints-not-measured = non mesuré
constraints-fact-legal = tokens permis
constraints-fact-feasible = masse admissible
constraints-fact-drawable = tirables, après filtres
constraints-fact-time = temps du masque
constraints-row-taken-back = repris
constraints-row-illegal = interdit
constraints-row-drawn = tiré
constraints-row-legal = permis
constraints-others-legal =
    { $n ->
        [one] { $n } autre permis
       *[other] { $n } autres permis
    }
constraints-others-illegal =
    { $n ->
        [one] { $n } autre interdit
       *[other] { $n } autres interdits
    }
constraints-rows-caption = Les tokens les plus probables et les permis les plus probables, avant le masque et sous lui
constraints-column-token = token
constraints-column-given-legal = p(x | permis)
constraints-column-filtered = filtré
constraints-column-said = ce que dit la grammaire
constraints-under-mask = sous le masque
constraints-free = libre
constraints-key-illegal = interdit : rayé
constraints-key-filtered = après température et filtres

# L’automate et la pile.
constraints-stack-title = La pile : les valeurs ouvertes, la plus intérieure en haut
constraints-automaton-title = L’automate sur les octets
constraints-automaton-empty = Dessiné dès qu’un texte est en scène.
constraints-text-ended = Le texte est fini.
constraints-text-complete = Le texte est complet : il peut finir ici.
constraints-text-goes-on = Le texte ne peut pas finir ici.
constraints-now = Maintenant : <b>{ $place }</b>. Peut suivre : <b>{ $expects }</b>
constraints-bytes =
    { $n ->
        [one] ({ $n } octet sur 256).
       *[other] ({ $n } octets sur 256).
    }
constraints-moves = Pas de ce token, octet par octet
constraints-opens = ↑ ouvre
constraints-closes = ↓ ferme
constraints-circles = Cercles doubles : le texte peut y finir.
constraints-not-drawn =
    { $n ->
        [one] { $n } état non dessiné : voici le voisinage.
       *[other] { $n } états non dessinés : voici le voisinage.
    }
constraints-save-svg = Enregistrer l’automate en SVG
constraints-save-png = Enregistrer l’automate en PNG
constraints-edges = Table des arcs
constraints-edge-from = De
constraints-edge-bytes = Octets
constraints-edge-to = À
constraints-edge-moves = Pas maintenant
constraints-open-values = Valeurs ouvertes, la plus intérieure d’abord
constraints-stack-empty = vide : toutes les valeurs sont fermées
constraints-frame-expects = attend : { $expects }
automaton-states =
    { $n ->
        [one] Automate à { $n } état.
       *[other] Automate à { $n } états.
    }
automaton-states-some = Automate à { $n } états, dont { $drawn } dessinés.
automaton-now = Maintenant dans l’état { $state }, { $name }.
automaton-now-end = Maintenant dans l’état { $state }, { $name } ; le texte peut finir ici.
# Étiquettes dans le dessin : courtes.
automaton-here = ◀ ici
automaton-any = presque tout
automaton-beyond-ascii = hors ASCII

# Softmax masqué contre conditionnement.
constraints-conditioning-title = Softmax masqué = la distribution du modèle, sachant l’ensemble permis
constraints-for-token = pour le token
constraints-token = Token
constraints-sum-own = p(x), du modèle lui-même
constraints-sum-mass = ÷ masse admissible, Σ p sur les tokens permis
constraints-sum-quotient = = p(x | permis)
constraints-sum-softmax = softmax sur les logits permis
constraints-sum-difference = différence
constraints-difference-words = Sur les { $n } tokens la plus grande différence est { $difference } : un arrondi, rien de plus.
constraints-conditioning-empty = Aucun token permis n’a de probabilité ici, il n’y a donc rien à diviser.

# Un texte que l’on essaie.
constraints-try-title = Ce qui peut suivre
constraints-try-field = Essayez le début d’un texte
constraints-try-table = Débuts de textes
constraints-try-after = Après
constraints-try-so-far = Jusqu’ici
constraints-try-next = Ensuite
constraints-try-column-tokens = Tokens
constraints-try-nothing = (rien)
constraints-try-complete = ✓ complet
constraints-try-legal = ✓ permis jusqu’ici
constraints-try-illegal = ✕ interdit
constraints-try-tokens =
    { $n ->
        [one] { $n } token : { $tokens }
       *[other] { $n } tokens : { $tokens }
    }
constraints-try-should =
    { $n ->
        [one] après { $n } octet il fallait : { $expected }
       *[other] après { $n } octets il fallait : { $expected }
    }
constraints-try-none = aucun token

# Spéculation et faisceaux sous le même masque.
constraints-draft-title = Avec le <draft>brouillon</draft> : le même masque sur p et sur q
constraints-draft-empty = Tourne dès que le texte est écrit.
constraints-draft-legal =
    { $n ->
        [one] Le seul token émis ({ $n }) est permis, et { $end }.
       *[other] Les { $n } tokens émis sont tous permis, et { $end }.
    }
constraints-draft-illegal =
    { $n ->
        [one] Les tokens émis ne sont pas tous permis, et { $end }.
       *[other] Les tokens émis ne sont pas tous permis, et { $end }.
    }
constraints-draft-complete = le texte est complet
constraints-draft-context = le texte est incomplet : le contexte des modèles est plein
constraints-draft-length = le texte est incomplet : il a atteint sa plus grande longueur permise
constraints-draft-order = Ici le masque vient avant les filtres, quoi que l’on ait choisi pour le texte du dessus : il n’y a pas d’impasse.
constraints-draft-same = C’est exactement le texte du dessus.
constraints-draft-other = C’est un autre tirage de la même loi : ses pièces servent autrement. À température 0 c’est exactement le même texte.
constraints-draft-cycles = Cycles
constraints-dropped =
    { $n ->
        [one] { $n } abandonné
       *[other] { $n } abandonnés
    }
constraints-draft-link = Parcourir ces cycles dans le laboratoire { $lab }
constraints-rate = taux
constraints-rate-drafted = acceptés sur proposés
constraints-rate-tested = acceptés sur testés
constraints-rate-overlap = recouvrement moyen Σ min(p, q)
constraints-rate-tokens = tokens par cycle τ
constraints-beams-title = Avec { $n } faisceaux : les meilleurs textes, sous le masque et libres
constraints-beams-empty = La recherche tourne dès que le texte est écrit.
constraints-beams-hint = Les scores sont des sommes de log-probabilités en nats : ceux sous le masque sont de la distribution masquée, ils ne comparent donc que des textes d’un même côté. Ni température ni filtres : le masque seul.
constraints-beam-end = comment il a fini
constraints-beam-ended = ✓ fini
constraints-beam-cut = coupé à la limite

# Tous les pas.
constraints-steps-title = Tous les pas montrés jusqu’ici
constraints-steps-table = Table des pas
constraints-steps-step = Pas
constraints-steps-token = Token
constraints-steps-legal = Permis
constraints-steps-feasible = Masse admissible
constraints-steps-under = Sous le masque
constraints-steps-millis = Masque, ms
constraints-mask-times = Un masque sur tout le vocabulaire a pris { $mean } en moyenne et { $most } au plus.
constraints-mask-times-none = Les temps des masques sont mesurés pendant que la cible tourne ici.

## Ce qu’une grammaire attend, où elle en est, et ce qui ne va pas avec elle

grammar-list = { $first }, { $second }
grammar-or = { $first } ou { $second }
grammar-and = { $first } et { $second }
grammar-nothing = rien : le texte est fini
grammar-end = la fin du texte
grammar-digit = un chiffre
grammar-letter = une lettre
grammar-small-letter = une minuscule
grammar-capital-letter = une majuscule
grammar-any = n’importe quel caractère
grammar-any-but = n’importe quel caractère sauf { $missing }
grammar-space = une espace
grammar-line-end = une fin de ligne
grammar-tab = une tabulation
grammar-byte = l’octet { $byte }
grammar-beyond-ascii = un caractère hors ASCII
grammar-rest-of-character = le reste d’un caractère
grammar-key = la clé { $name }
grammar-rest-of-key = le reste de la clé { $name }
grammar-character = un caractère de la chaîne
grammar-escape = le reste d’un échappement comme { $first } ou { $second }
grammar-hex-digit = un chiffre hexadécimal
grammar-object = un objet
grammar-a-list = une liste
grammar-string = une chaîne
grammar-integer = un entier
grammar-number = un nombre
grammar-one-of-many = l’une de { $n } valeurs comme { $example }
grammar-state-start = début
grammar-state-digits =
    { $n ->
        [one] { $n } chiffre
       *[other] { $n } chiffres
    }
grammar-state-digits-more = { $n } chiffres ou plus
grammar-state-after = après { $text }
grammar-state-digit = après un chiffre
grammar-state-digit-number = après chiffre { $n }
grammar-state-comma-number = après virgule { $n }
grammar-state-closed = fermée
grammar-the-text = le texte
grammar-item = élément { $n }
grammar-place = { $path } : { $name }, { $progress }
grammar-all-closed = tout est fermé
grammar-due = pas commencé
grammar-begun = commencé
grammar-opened = ouvert
grammar-within-key = dans une clé
grammar-after-key = après la clé { $name }
grammar-property = propriété { $name }
grammar-after-comma = après une virgule
grammar-items = { $n } éléments sur { $most } au plus
grammar-characters = { $n } caractères sur { $most } au plus
grammar-after-sign = après le signe
grammar-zero = 0 avant le point
grammar-digits = { $n } chiffres sur { $most } au plus
grammar-after-point = après le point
grammar-fraction-digits = { $n } chiffres sur { $most } au plus après le point
grammar-error-kind = { $given } n’est pas une contrainte ; elle doit commencer par { $kinds }.
grammar-error-regex = Cette expression régulière ne peut pas être lue au caractère { $n } : { $fault }.
grammar-error-json = Ce schéma n’est pas du JSON : { $why }.
grammar-error-schema = Le schéma en { $path } ne peut pas servir : { $why }.
grammar-error-keyword = Le mot-clé { $keyword } du schéma en { $path } ne peut pas servir : { $why }.
grammar-error-unsupported = Le mot-clé { $keyword } du schéma en { $path } n’est pas pris en charge.
grammar-error-unsatisfiable = Rien ne peut satisfaire cette contrainte : { $why }.
grammar-error-unsatisfiable-at = Rien ne peut satisfaire le schéma en { $path } : { $why }.
grammar-error-large = Cette contrainte est trop grande : { $limit } au plus pour { $what }.
grammar-fault-at = { $fault } (à { $character })
grammar-fault-at-end = { $fault } (à la fin)
grammar-fault-unclosed-group = un groupe n’est pas fermé
grammar-fault-unopened-group = un groupe n’est pas ouvert
grammar-fault-unclosed-class = une classe de caractères n’est pas fermée
grammar-fault-range = un intervalle d’une classe de caractères va à rebours
grammar-fault-nothing-to-repeat = il n’y a rien à répéter avant le signe de répétition
grammar-fault-unclosed-count = une répétition comptée n’est pas fermée
grammar-fault-no-count = une répétition comptée demande un nombre
grammar-fault-count = les nombres d’une répétition vont à rebours
grammar-fault-unfinished-escape = une séquence d’échappement est inachevée à la fin
grammar-fault-unknown-escape = une séquence d’échappement inconnue
grammar-fault-back-reference = les références arrière ne sont pas prises en charge
grammar-fault-look-around = regarder en avant ou en arrière n’est pas pris en charge
grammar-fault-word-boundary = les limites de mot de tous les alphabets ne sont pas prises en charge ; écrivez (?-u:\b) pour celles de l’ASCII
grammar-fault-no-object = un schéma doit être un objet
grammar-fault-says-nothing = il lui faut l’un de { $keywords }
grammar-fault-count-to = ce doit être un nombre entier de 0 à { $most }
grammar-fault-no-schemas = ce doit être une liste de schémas
grammar-fault-no-type = ce doit être l’un de { $types }, ou une liste de ceux-ci
grammar-fault-begin-alike = deux des possibilités commencent par { $character } ; leurs premiers caractères doivent différer
grammar-fault-no-items = une liste a besoin d’un schéma pour ses éléments
grammar-fault-no-properties = ce doit être un objet de schémas
grammar-fault-no-boolean = ce doit être true ou false ; les propriétés non nommées ne sont jamais écrites
grammar-fault-no-names = ce doit être une liste de noms
grammar-fault-no-such-property = il nomme { $name }, qui n’est pas parmi les propriétés
grammar-fault-no-values = ce doit être une liste de valeurs
grammar-fault-beside = il ne peut pas se trouver à côté de { $keyword }
grammar-fault-no-whole-number = ce doit être un nombre entier
grammar-fault-bounds = sont pris en charge { $keyword } égal à 0 seul, ou les deux bornes d’un entier, écartées de { $most } au plus
grammar-no-digits = aucun texte n’a au moins { $least } et au plus { $most } chiffres
grammar-no-list = une telle liste n’existe pas
grammar-no-match = aucun texte ne correspond à cette expression régulière
grammar-no-bounds = { $first } est { $least } et { $second } est { $most }
grammar-no-choice = il n’y a rien à choisir
grammar-no-value = aucune valeur de la liste n’est du bon type
grammar-excess-digits = le nombre de chiffres
grammar-excess-items = le nombre d’éléments
grammar-excess-states = les états de l’automate de cette expression régulière
grammar-excess-schema = les octets de ce schéma
grammar-excess-text = le plus court texte de { $path }, en octets
grammar-excess-nesting = l’imbrication de { $path }
grammar-excess-values = les valeurs de { $path }

## Figures dans d’autres pages

chapter-no-figure = Il n’y a pas de figure { $name } dans ce chapitre ; il est montré en entier.
embed-figure = Intégrer cette figure

## What the engine refuses, and why.
fault-config-unreadable = { $model }/config.json est illisible ({ $detail }) ; ce doit être le config.json d’un modèle Llama de Hugging Face
fault-config-unsupported = { $model } ne peut pas tourner ici : { $feature } ; choisissez un modèle Llama simple
fault-config-impossible = { $model }/config.json se contredit : { $detail } ; prenez le fichier qui va avec les poids
fault-weights-unreadable = { $model }/model.safetensors est abîmé ou tronqué ({ $n_bytes } octets sont arrivés) ; téléchargez-le de nouveau
fault-missing-tensor = { $model }/model.safetensors n’a pas de tenseur { $tensor } ; son config.json doit être celui d’un autre modèle
fault-unexpected-tensor = { $model }/model.safetensors a un tenseur { $tensor } que config.json n’annonce pas ; ce n’est pas un modèle Llama simple
fault-wrong-shape = le tenseur { $tensor } de { $model } a la forme { $found }, mais d’après config.json ce serait { $expected } ; les deux fichiers ne vont pas ensemble
fault-wrong-number-type = le tenseur { $tensor } de { $model } contient des nombres { $dtype } ; seuls F32, F16 et BF16 sont lus : enregistrez le modèle dans l’un d’eux
fault-weights-not-finite = le tenseur { $tensor } de { $model } contient des nombres qui ne sont pas finis ; l’entraînement ou le téléchargement a échoué
fault-tokenizer-unreadable = { $model }/tokenizer.json est illisible ({ $detail }) ; ce doit être le fichier qu’écrit la crate `tokenizers`
fault-tokenizer-unsupported = le tokeniseur de { $model } ne convient pas ici : { $detail } ; seul le BPE sur octets est lu, parce qu’il ne perd aucun octet d’un texte
fault-tokenizer-lossy = le tokeniseur change le texte qu’il reçoit : « { $given } » revient comme « { $back } » ; un tel tokeniseur ne convient pas ici
fault-vocabulary-too-small = { $model } connaît { $model_size } tokens, mais son tokeniseur en a { $tokenizer_size } ; les fichiers ne vont pas ensemble
fault-special-token-outside = { $model }/config.json nomme le token { $token } comme { $role }, mais le tokeniseur n’a que { $tokenizer_size } tokens
fault-vocabulary-mismatch = le brouillon { $draft } ({ $draft_size } tokens) et la cible { $target } ({ $target_size } tokens) ont des vocabulaires différents : le token { $token } est { $draft_token } pour le brouillon et { $target_token } pour la cible ; choisissez deux modèles avec le même tokeniseur
fault-path-outside-vocabulary = le chemin nomme le token { $token }, mais les modèles n’en connaissent que { $vocab_size } ; revenez au début
fault-constraint = { $why }
fault-no-room-after-prompt = le début a { $n_prompt } tokens et ne laisse pas de place pour { $n_more } de plus : les modèles en voient au plus { $context_len } ; raccourcissez-le
fault-prompt-too-long = le début a { $n_tokens } tokens, mais les modèles en voient au plus { $context_len } ; raccourcissez-le
fault-context-full = le texte a atteint la limite des modèles, { $context_len } tokens ({ $n_cached } sont là, { $n_more } de plus ont été donnés) ; commencez-en un plus court
fault-token-outside = { $model } a reçu le token { $token }, mais n’en a que { $vocab_size } ; c’est une faute de ce programme
fault-logits-not-finite = { $model } a calculé des nombres qui ne sont pas finis après { $n_tokens } tokens ; ses poids sont abîmés : rechargez-le, ou chargez-en un autre
fault-arithmetic = une étape interne a échoué ({ $doing }) ; c’est une faute de ce programme ({ $source })
fault-file-unreadable = { $path } est illisible ({ $detail }) ; le dossier d’un modèle contient config.json, model.safetensors et tokenizer.json
fault-fetch-status = { $url } n’a pas pu être chargé : le serveur a répondu { $status } ; vérifiez que les fichiers des modèles sont à côté de la page
fault-fetch-failed = { $url } n’a pas pu être chargé : la connexion a échoué après { $n_bytes } octets ({ $detail }) ; vérifiez le réseau et réessayez
fault-fetch-short = { $url } s’est terminé trop tôt : { $n_bytes } octets sur { $expected_bytes } sont arrivés ; réessayez
fault-opened-unreadable = { $file } ne peut pas être lu ({ $detail }) ; s’il a changé ou disparu, ouvrez-le de nouveau
fault-too-large = { $model } a besoin d’environ { $needed_mb } Mo de mémoire, et il ne peut y en avoir ici que { $most_mb } Mo ; prenez un modèle plus petit
fault-no-memory = { $model } a besoin d’environ { $needed_mb } Mo de mémoire, que le navigateur ne donne pas ; fermez d’autres pages ou prenez un modèle plus petit
fault-gpu = { $why } ; le processeur calcule tout aussi bien
fault-prompt-empty = il n’y a rien à continuer ; donnez un début
fault-other-target = { $model } appartient à une autre cible que { $target } ; ce qui vit dans une cible ne devine que pour elle
fault-no-inner-states = la référence garde pour elle ses états internes ; choisissez d’autres noyaux pour voir cette manière
fault-other-tokens = les textes à compter sont écrits avec d’autres tokens que ceux de { $target }
fault-not-loaded = les modèles ne sont pas encore chargés ; attendez-les, ou rechargez-les
fault-request-unreadable = le worker a reçu quelque chose qu’il ne sait pas lire
