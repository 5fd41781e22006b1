# Die Texte der Seite auf Deutsch. Schlüssel, Werte und Auszeichnungen sind die von en.ftl.

## Die Sprache selbst

language-name = Deutsch
language-choice = Sprache
language-failed = Die Texte dieser Sprache konnten nicht geladen werden. Die Seite bleibt, wie sie ist.

## Zahlen, Anführungszeichen, Anzahlen

number-decimal = ,
number-group = .
number-group-from = 1000
number-percent = { $number }{"\u00A0"}%
quote-open = „
quote-close = “
count-tokens =
    { $n ->
        [one] { $n } Token
       *[other] { $n } Token
    }
count-positions =
    { $n ->
        [one] { $n } Position
       *[other] { $n } Positionen
    }
count-target-passes =
    { $n ->
        [one] { $n } Durchlauf des Zielmodells
       *[other] { $n } Durchläufen des Zielmodells
    }
count-others =
    { $n ->
        [one] { $n } anderes
       *[other] { $n } andere
    }
size-kilobytes = { $n } KB
size-megabytes = { $n } MB
time-seconds = { $n } s
time-milliseconds = { $n } ms

## Kopf, Dialoge, Wiedergabe

site-title = Decoding Lab
site-title-of = { $page } – Decoding Lab
shell-skip = Zum Inhalt springen
shell-pages = Lehrbuch
shell-labs = Labore
shell-settings = Einstellungen
shell-settings-close = Einstellungen schließen
shell-close = Schließen
shell-keys = Tasten
shell-how-it-works = Wie es funktioniert
theme-is = Farben: { $name }
theme-auto = auto
theme-light = hell
theme-dark = dunkel
keys-in-fields = Im Prompt und in anderen Textfeldern schreiben die Tasten.
keys-space = Leertaste
keys-space-does = Abspielen oder anhalten
keys-right-does = Einen Schritt weiter
keys-left-does = Einen Schritt zurück
keys-next = Umschalt →  oder  Bild ab
keys-next-does = Zum Ende dieses Zyklus, dann des nächsten
keys-previous = Umschalt ←  oder  Bild auf
keys-previous-does = Zum Ende des vorigen Zyklus
keys-home = Pos 1
keys-home-does = Zurück zum Prompt
keys-end = Ende
keys-end-does = Zum Ende der Geschichte
keys-help-does = Diese Liste
playback-label = Wiedergabe
playback-restart = Von vorn
playback-back = Schritt zurück
playback-play = Start
playback-pause = Anhalten
playback-step = Schritt
playback-next-cycle = Nächster Zyklus
playback-next-token = Nächstes Token
playback-next-proof = Nächster Beweis
playback-next-level = Nächste Ebene
playback-to-end = Bis zum Ende
playback-place = Stelle in der Geschichte
playback-speed = Tempo
playback-speed-value = { $n }×
place-cycle = Zyklus { $cycle } von { $cycles } · Schritt { $step } von { $steps }
place-before-cycle = vor Zyklus 1 von { $cycles }

## Meldungen

notice-dismiss = Ausblenden
notice-dismiss-this = Diese Meldung ausblenden
notice-try-again = Noch einmal versuchen
notice-restart = Modelle neu starten
notice-what-stays = Was auf der Seite steht, bleibt; die Modelle müssen neu gestartet werden.
notice-not-run = Das ließ sich nicht ausführen: { $why }
notice-worker-silent = Der Teil der Seite, in dem die Modelle laufen, antwortet nicht mehr.
notice-not-saved = Dieser Browser hat der Seite nicht erlaubt, die Datei zu speichern.
notice-picture-not-saved = Dieser Browser hat der Seite nicht erlaubt, das Bild zu speichern.
notice-not-read = Die Datei konnte nicht gelesen werden.
notice-mismatch = Die Seite rechnet anders als der Worker ({ $what }); bitte melden Sie das.
notice-bad-seed = Ein Startwert ist eine ganze Zahl von 0 bis { $most }; der alte bleibt.
notice-trace-refused = Diese Aufzeichnung lässt sich nicht zeigen: { $why }.
notice-trace-contradicts = Diese Aufzeichnung lässt sich nicht zeigen: Ihre Angaben widersprechen sich ({ $why }).
notice-file-not-opened = Die Datei ließ sich nicht öffnen: { $why }.
notice-example-not-opened = Das aufgezeichnete Beispiel ließ sich nicht öffnen: { $why }.
notice-run-not-shown = Der Lauf ließ sich nicht zeigen ({ $why }).

## Was an einem Link nicht stimmt

link-clamped = { $name } = { $given } liegt außerhalb des Bereichs; benutzt wird { $used }
link-no-number = { $name } = { $given } ist keine Zahl; benutzt wird { $used }
link-drafts-known = was bekannt ist
link-no-choice = { $name } = { $given } steht nicht zur Wahl; benutzt wird { $used }
link-bad-numbers = { $name } = { $given } ist nicht zu gebrauchen: { $wanted }, verbunden durch _; benutzt werden die üblichen
link-numbers-v = 8 Zahlen von 1 bis 20
link-numbers-alphas = 1 bis 8 Zahlen von 0 bis 1
link-numbers-tree = Vorschläge nach jedem Vorschlag, Ebene für Ebene, zusammen höchstens 15
link-bad-order = „{ $given }“ ist keine Reihenfolge der Stufen; benutzt wird die übliche
link-bad-bias = bias = { $given } ist nicht zu gebrauchen: die Nummer eines Tokens, _ und ein Bias von -{ $bias } bis { $bias }; höchstens { $most }
link-bad-stop = die Stoppzeichenkette „{ $given }“ ist nicht zu gebrauchen: jede bis zu { $bytes } Bytes; höchstens { $most }
link-bad-distribution = „{ $given }“ ist keine Verteilung: { $least } bis { $most } Zahlen, verbunden durch _, mit der Summe 1; benutzt wird die übliche
link-unequal-distributions = p und q müssen beide angegeben sein, über denselben Token; benutzt werden die üblichen
link-no-mistake = einen Fehler „{ $given }“ gibt es nicht; es wird richtig gemacht
link-no-scenario = ein Szenario „{ $given }“ gibt es nicht; benutzt werden die trainierten Modelle
link-prompt-cut = der Prompt war länger als { $bytes } Bytes und wurde gekürzt
link-constraint-too-long = die Vorgabe hat { $bytes } Bytes, höchstens { $most } sind möglich; sie wurde weggelassen

## Was an einer Aufzeichnung nicht stimmt

recording-no-proof = das ist kein aufgezeichneter Beweis: { $why }
recording-no-measurement = das ist keine aufgezeichnete Messung: { $why }
recording-layout = diese Aufzeichnung hat den Aufbau { $found }; diese Seite liest den Aufbau { $wanted }
recording-tokens = diese Aufzeichnung nennt Token, die in ihrem Vokabular fehlen
recording-cycles = die Zyklen dieser Aufzeichnung widersprechen sich
recording-settings = die Einstellungen dieser Aufzeichnung liegen außerhalb des Bereichs
recording-distributions = p und q dieser Aufzeichnung sind nicht zwei Verteilungen über denselben { $least } bis { $most } Token
recording-counts = die Zählungen dieser Aufzeichnung widersprechen ihren Einstellungen

## Einstellungen mehrerer Labore

settings-stage = Was auf der Bühne steht
settings-models = Trainierte Modelle
settings-case-correction = Fall 1: eine Korrektur
settings-case-bonus = Fall 2: ein Bonus
settings-case-hint = Ein Lehrfall. Die Verteilungen sind von Hand geschrieben, damit die Geschichte so ausgeht; der Decoder und seine Münzen sind echt. Die Einstellungen stehen fest.
settings-prompt-and-settings = Prompt und Einstellungen
settings-constraint = Unter einer Vorgabe
settings-constraint-hint = dieselbe Maske auf p und auf q, vor allem anderen
settings-constraint-drop = Den Text freigeben
settings-prompt = Bisherige Geschichte
settings-opening = Einen Anfang wählen
settings-opening-none = Einen Anfang wählen …
settings-seed = Startwert
settings-next-seed = Nächster Startwert
settings-seed-hint = derselbe Startwert erzählt dieselbe Geschichte
settings-stop = Modelle stoppen
settings-open-trace = Aufzeichnung öffnen …
settings-open-search = Suche öffnen …
settings-open-text = Text öffnen …
settings-open-measurement = Messung öffnen …
settings-open-logits = Logits öffnen …
settings-open-trials = Versuche öffnen …
settings-trace-file = Eine Datei mit einer Aufzeichnung
settings-off = Aus

## Die Modelle

engine-starting = Die Modelle starten …
engine-loading = Modelle werden geladen: { $loaded }
engine-loading-of = Modelle werden geladen: { $loaded } von { $total }
engine-meanwhile = Gerechnet wird dann mit: { $kernels }. Bis dahin bleibt stehen, was auf der Bühne ist.
engine-no-worker = Dieser Browser lässt die Seite keinen Worker starten.
engine-other-version = Der Worker und diese Seite sind von verschiedenen Versionen; laden Sie die Seite neu.
engine-stopped = Der Teil der Seite, der die Modelle ausführt, ist nicht gestartet oder hat aufgehört zu arbeiten.
engine-loaded = Geladen in { $time }. Beide laufen hier, in Ihrem Browser, gerechnet mit: { $kernels }.
engine-not-running = Die Modelle laufen nicht.
engine-computed-with = Gerechnet mit
engine-target = <target>Zielmodell</target> { $size } · { $precision }
engine-draft = <draft>Entwurfsmodell</draft> { $size } · { $precision }
engine-draft-itself = <draft>Entwurfsmodell</draft> das Zielmodell selbst
models-target = Zielmodell
models-draft = Entwurfsmodell
models-option = { $name } · { $parameters } · { $size }
models-option-itself = das Zielmodell selbst · nichts weiter zu laden
models-option-opened = { $name } · { $size } auf diesem Gerät
models-usual-effect = Das übliche Zielmodell: Es bleibt bei seinem Satz und verliert nach einigen den Faden.
models-smaller-effect = Ein Zielmodell mit einem Drittel der Gewichte: schneller geladen und schneller gerechnet, und kurzsichtig.
models-opened-target-effect = Ein Modell, das Sie geöffnet haben.
models-small-effect = Ein kleines Modell, das gelernt hat zu raten, was das Zielmodell schreibt.
models-poor-effect = Ein viel kleineres, das schlecht rät: Die meisten seiner Token werden verworfen, und der Text folgt trotzdem dem Gesetz des Zielmodells.
models-target-effect = Dieselben Gewichte für beide, also p = q: Jedes Token wird angenommen, und gewonnen ist nichts.
models-opened-effect = Ein Modell, das Sie geöffnet haben. Es kennt die Token des Zielmodells.
models-own = Eigene Modelle
models-own-hint = Ein Llama-Modell, wie Hugging Face es ablegt: config.json, model.safetensors und tokenizer.json (BPE auf Bytes), zusammen ausgewählt oder als Ordner. Es wird in diesem Browser gelesen, nirgendwohin gesendet und bleibt, bis Sie diese Seite verlassen.
models-open-target = Zielmodell öffnen …
models-open-target-folder = Ordner eines Zielmodells öffnen …
models-open-draft = Entwurfsmodell öffnen …
models-open-draft-folder = Ordner eines Entwurfsmodells öffnen …
models-target-opened = { $name } ist das Zielmodell ({ $size } auf diesem Gerät).
models-own-draft = Es ist sein eigenes Entwurfsmodell, denn ein Entwurfsmodell muss dieselben Token kennen. Sie können ein kleineres öffnen.
models-back = Zurück zu { $name }
models-not-used = Das geht nicht: { $why } Die Modelle von vorher bleiben.
models-fault-nothing = es wurden keine Dateien ausgewählt.
models-fault-missing = { $file } ist nicht unter den Dateien. Wählen Sie config.json, model.safetensors und tokenizer.json zusammen aus.
models-fault-parts = die Gewichte liegen in mehreren Dateien. Speichern Sie das Modell mit allen in einer model.safetensors.
models-fault-several = mehr als eine der Dateien könnte { $file } sein. Wählen Sie die eines einzigen Modells aus.
kernels-reference = Referenz, in f32
kernels-scalar = skalar, in f32
kernels-simd = SIMD, in f32
kernels-relaxed = Relaxed SIMD, in f32
kernels-int8 = int8
kernels-gpu = WebGPU, in f32
kernels-gpu-int8 = WebGPU, in int8
kernels-reference-effect = Der Vorwärtsdurchlauf einer allgemeinen Bibliothek für Modelle jeder Größe. Alle anderen werden an ihr geprüft.
kernels-scalar-effect = Ein Produkt nach dem anderen, wie ohne SIMD. Langsamer, und derselbe Text bis aufs letzte Bit.
kernels-simd-effect = Vier Produkte in einem Befehl, vier Summen im nächsten. Dieselben Bits in jedem Browser.
kernels-relaxed-effect = Vier Produkte und vier Summen in einem Befehl. Die letzten Bits können sich von Prozessor zu Prozessor unterscheiden.
kernels-int8-effect = Gewichte in 7 Bit, Eingaben in 8: ein Viertel des Speichers, ein Mehrfaches der Produkte je Befehl. Die Wahrscheinlichkeiten verschieben sich ein wenig, in jedem Browser gleich.
kernels-gpu-effect = Das Zielmodell läuft auf dem Grafikprozessor, das Entwurfsmodell auf der CPU. Dort kostet ein Durchlauf über mehrere Tokens kaum mehr als einer über ein einziges. Die letzten Bits sind die dieses Geräts.
kernels-gpu-int8-effect = Das Zielmodell läuft auf dem Grafikprozessor, mit Gewichten in 7 Bit, die beim Lesen entpackt werden; das Entwurfsmodell auf der CPU, in int8.
kernels-relaxed-name = Relaxed SIMD
kernels-simd-name = SIMD
kernels-scalar-name = skalarer Code
kernels-pick-other = { $time } ({ $kernels })
kernels-picked = Für dieses Gerät gewählt: { $kernels }, { $time } gegen { $others }, für die Produkte eines Tokens.
kernels-would-pick = Dieses Gerät würde wählen: { $kernels }, { $time } gegen { $others }, für die Produkte eines Tokens.
gpu-times = Gemessen auf { $device }: Ein Durchlauf über ein Token dauert { $gpu }, auf der CPU { $cpu }; über { $several } Tokens dauert er { $gpumore } ({ $gpugrowth }-mal so lang), auf der CPU { $cpumore } ({ $cpugrowth }-mal).
gpu-faster = Der Grafikprozessor ist für beides schneller.
gpu-slower = Die CPU ist für beides schneller.
gpu-faster-for-several = Für ein Token ist die CPU schneller, für mehrere in einem Durchlauf der Grafikprozessor: Hier lohnt sich Spekulation.
gpu-faster-for-one = Für ein Token ist der Grafikprozessor schneller, für mehrere in einem Durchlauf die CPU.
device-estimated = Geschätzt für { $device }, aus den Aufrufen und Bytes eines Durchlaufs: über ein Token { $gpu }, auf der CPU { $cpu }; über { $several } Tokens { $gpumore }, auf der CPU { $cpumore }.
device-measured = Früher gemessen auf { $device }: über ein Token { $gpu }, auf der CPU { $cpu }; über { $several } Tokens { $gpumore }, auf der CPU { $cpumore }.
device-pick = { $grounds } { $verdict }
device-job-one = Durchläufe dieses Labors gehen über ein Token: { $here } auf der CPU, { $there } auf dem Grafikprozessor.
device-job-cycle =
    { $gamma ->
        [one] Ein Zyklus dieses Labors besteht aus einem Durchlauf des Entwurfsmodells auf der CPU und einem des Zielmodells über { $n } Tokens: { $here } mit dem Zielmodell auf der CPU, { $there } mit dem Zielmodell auf dem Grafikprozessor.
       *[other] Ein Zyklus dieses Labors besteht aus { $gamma } Durchläufen des Entwurfsmodells auf der CPU und einem des Zielmodells über { $n } Tokens: { $here } mit dem Zielmodell auf der CPU, { $there } mit dem Zielmodell auf dem Grafikprozessor.
    }
device-job-together = Durchläufe dieses Labors gehen über bis zu { $n } Tokens: { $here } auf der CPU, { $there } auf dem Grafikprozessor.
device-picked-cpu = Also ist die CPU gewählt.
device-picked-cpu-by-margin = Der Grafikprozessor ist nicht um { $margin } schneller, also ist die CPU gewählt.
device-picked-gpu = Also ist der Grafikprozessor gewählt.
device-would-pick-cpu = Von sich aus würde die Seite die CPU wählen.
device-would-pick-gpu = Von sich aus würde die Seite den Grafikprozessor wählen.
gpu-gone = { $why } Stattdessen rechnet die CPU.
gpu-no-adapter = Dieser Browser hat kein WebGPU oder keinen Grafikprozessor dafür.
gpu-refused = Der Grafikprozessor hat abgelehnt, was von ihm verlangt wurde ({ $detail }).
gpu-too-large = Das Modell braucht { $wanted } in einem Puffer des Grafikprozessors, der höchstens { $most } fasst.
gpu-unsupported = Der Grafikprozessor wird hierfür nicht benutzt: { $feature }.
gpu-mismatch = Der Grafikprozessor rechnet andere Zahlen als die CPU und wird nicht benutzt.
gpu-lost = Der Browser hat den Grafikprozessor verloren.

## Woher ein Lauf kommt, und warum er zu Ende ist

source-recorded = Aufgezeichnet
source-recorded-more = , früher, mit diesen Modellen
source-recorded-other-more = , früher, mit anderen Einstellungen; Ihre folgen
source-recorded-one-more = , früher, mit diesem Modell
source-recorded-counted-more = : derselbe Startwert zählt dasselbe
source-file = Aus einer Datei
source-file-int8-more = , gerechnet in int8
source-file-scalar-more = , gerechnet skalar in f32
source-file-reference-more = , gerechnet von der Referenz in f32
source-file-simd-more = , gerechnet mit SIMD in f32
source-file-relaxed-more = , gerechnet mit Relaxed SIMD in f32
source-file-gpu-more = , das Zielmodell gerechnet auf einem Grafikprozessor in f32
source-file-gpu-int8-more = , das Zielmodell gerechnet auf einem Grafikprozessor in int8
source-live = Live
source-live-more = : Beide Modelle laufen in dieser Seite
source-live-int8-more = : Beide Modelle laufen in dieser Seite, in int8
source-live-scalar-more = : Beide Modelle laufen in dieser Seite, eine Zahl nach der anderen
source-live-reference-more = : Beide Modelle laufen in dieser Seite, in der Referenz
source-live-gpu-more = : Das Zielmodell läuft auf dem Grafikprozessor dieses Geräts, das Entwurfsmodell in dieser Seite
source-live-gpu-int8-more = : Das Zielmodell läuft auf dem Grafikprozessor dieses Geräts, das Entwurfsmodell in dieser Seite, beide in int8
source-live-target-more = : Das Zielmodell läuft in dieser Seite
source-live-written-more = : geschrieben von den Modellen in dieser Seite
source-live-measured-more = : gemessen in dieser Seite
source-live-counted-more = : gezählt in dieser Seite
source-table = Tabelle
source-case = Lehrfall
source-case-more = : Die Verteilungen sind von Hand gemacht
stop-token = Die Geschichte ist zu Ende: Das Textende-Token wurde ausgegeben.
stop-length = Alle gewünschten Token sind geschrieben.
stop-context = Der Kontext der Modelle ist voll: Weiter als so viele Token sehen sie nicht.
stop-dead-end = Kein Token ist mehr zur Wahl.
stop-empty-prompt = Es gibt nichts fortzusetzen: Schreiben Sie einen Anfang.
stop-cancelled = Gestoppt.

## Einstellungen mit Namen, und was jede bei ihrem Wert tut

knob-gamma = Entwurfslänge γ
knob-live_n = Token je Text n
knob-temperature = Temperatur T
knob-top_k = Top-k
knob-top_p = Top-p
knob-min_p = Min-p
knob-repetition_penalty = Wiederholungsstrafe
knob-presence_penalty = Vorkommensstrafe
knob-frequency_penalty = Häufigkeitsstrafe
knob-max_new_tokens = Zu schreibende Token
knob-num_beams = Beams B
knob-max_depth = Tiefe
knob-length_penalty = Längenstrafe a
knob-num_beam_groups = Diversitätsgruppen
knob-diversity_penalty = Diversitätsstrafe
knob-seed = Startwert
knob-alpha = Annahmerate α
knob-draft_cost = Kosten eines Entwurfsdurchlaufs c
knob-verify_slope = Kosten einer weiteren Position
knob-pass_millis = Ein Durchlauf des Zielmodells
knob-confidence = Weiter entwerfen bei Sicherheit ab
effect-live_n =
    { $n ->
        [one] bis zu { $n } Token, weniger, wo die Geschichte endet
       *[other] bis zu { $n } Token, weniger, wo die Geschichte endet
    }
effect-gamma =
    { $n ->
        [one] { $n } Vorschlag je Zyklus, dann ein Durchlauf des Zielmodells über { $positions } Positionen
       *[other] { $n } Vorschläge je Zyklus, dann ein Durchlauf des Zielmodells über { $positions } Positionen
    }
effect-temperature-zero = immer das wahrscheinlichste Token
effect-temperature-low = schärfer als die eigenen Chancen des Modells
effect-temperature-one = die eigenen Chancen des Modells
effect-temperature-high = flacher als die eigenen Chancen des Modells
effect-top_k =
    { $n ->
        [0] keine Grenze für die Zahl der Token
        [1] behält nur das beste Token
       *[other] behält die { $n } wahrscheinlichsten Token
    }
effect-top_p-all = behält die ganze Wahrscheinlichkeitsmasse
effect-top_p-none = behält nur das beste Token
effect-top_p = behält die wenigsten Token, die zusammen { $share } der Masse haben
effect-min_p-off = kein Token ist zu unwahrscheinlich
effect-min_p = behält Token, die mindestens { $share } so wahrscheinlich sind wie das beste
effect-repetition-off = Token dürfen sich frei wiederholen
effect-repetition = macht schon benutzte Token weniger wahrscheinlich
effect-penalty-off = was erzeugt wurde, darf frei wiederkommen
effect-penalty-favours = begünstigt, was schon erzeugt wurde
effect-presence = erzeugte Token verlieren { $value } ihres Logits, einmal
effect-frequency = erzeugte Token verlieren jedes Mal { $value } ihres Logits
effect-max_new_tokens = wenn nicht vorher die Geschichte oder der Kontext endet
effect-num_beams =
    { $n ->
        [1] ein Beam ist Greedy: immer das beste Token
       *[other] behält auf jeder Ebene die { $n } besten Texte
    }
effect-max_depth =
    { $n ->
        [one] höchstens { $n } Token nach dem Prompt
       *[other] höchstens { $n } Token nach dem Prompt
    }
effect-length_penalty-off = Texte werden allein nach ihrer Bewertung gereiht
effect-length_penalty-longer = reiht nach s / Länge^{ $value }: begünstigt längere Texte
effect-length_penalty-shorter = reiht nach s / Länge^({ $value }): begünstigt kürzere Texte
effect-num_beam_groups-one = alle Beams sind eine Suche
effect-num_beam_groups = { $n } Suchen nebeneinander teilen sich die Beams
effect-diversity-off = Gruppen dürfen dasselbe sagen
effect-diversity = eine Gruppe zahlt { $value } für jede Wiederholung des Tokens einer früheren Gruppe; braucht Gruppen
effect-alpha = { $n } von 100 geprüften Vorschlägen werden behalten
effect-draft_cost-zero = Vorschläge kosten nichts
effect-draft_cost = T_draft / T_target: { $share } eines Durchlaufs des Zielmodells
effect-verify_slope-zero = v(m) = 1: Der Speicher entscheidet, Positionen sind umsonst
effect-verify_slope = v(m) = 1 + { $value } (m − 1), im Mittel
effect-pass_millis = Millisekunden, im Rennen
effect-confidence-off = Entwürfe haben immer ihre volle Länge
effect-confidence = ein Entwurf endet mit dem ersten Token, dem er weniger als { $share } gibt

## Die Labore: Titel, je ein Satz, Lektionen

lab-speculative-title = Spekulative Zyklen
lab-speculative-lede = Das <draft>Entwurfsmodell</draft> rät ein paar Token. Das <target>Zielmodell</target> prüft alle in einem Durchlauf.
lab-speculative-lesson =
    Ein Sprachmodell liest den ganzen Text, um ein Token zu wählen. Ein großes Modell tut das langsam. Beim spekulativen Sampling rät ein kleines Modell, das Entwurfsmodell, ein paar Token, und das große, das Zielmodell, prüft sie alle in einem einzigen Durchlauf.

    Jeder Vorschlag x wird an einer Münze u gemessen. Er bleibt, wenn u ≤ min(1, p(x)/q(x)), wobei p die Wahrscheinlichkeit des Zielmodells ist und q die des Entwurfsmodells. Ein Token, das der Entwurf öfter vorschlägt, als das Zielmodell es will, wird gerade oft genug abgelehnt.

    Die erste Ablehnung beendet den Zyklus. An ihre Stelle tritt ein Token aus dem Residuum, max(0, p − q)/Z: genau das, was der Entwurf offen gelassen hat. Wird nichts abgelehnt, so hat der Durchlauf des Zielmodells die nächste Position schon bewertet, und es gibt ein Bonus-Token umsonst.

    Angenommene und korrigierte Token zusammen haben genau die Verteilung des Zielmodells. Bei Temperatur 0 ist der Text derselbe. Bei anderen Temperaturen ist er eine andere Ziehung aus derselben Verteilung: Was sich ändert, ist die Zahl der Durchläufe des Zielmodells.

lab-exactness-title = Warum exakt
lab-exactness-lede = Zwei Balken je Token und ein Beweis, den man sehen kann: Angenommenes und Korrigiertes ergeben zusammen p.
lab-exactness-lesson =
    Spekulation wäre nutzlos, wenn sie änderte, was das Modell schreibt. Das tut sie nicht, und der Grund passt in ein Bild. Jedes Token hat zwei Balken: q, was der Entwurf vorschlägt, und p, was das Zielmodell will. Ihr gemeinsamer Teil ist der niedrigere von beiden.

    Ein Token x wird mit Wahrscheinlichkeit q(x) entworfen und mit Wahrscheinlichkeit min(1, p(x)/q(x)) behalten. Auf diesem Weg kommt es also mit Wahrscheinlichkeit min(p(x), q(x)) heraus, dem gemeinsamen Teil. Wo q über p steht, schlägt der Entwurf zu oft vor, und der Überschuss wird abgelehnt.

    Wo p über q steht, fehlt etwas. Insgesamt fehlt so viel, wie abgelehnt wird, denn p und q summieren sich beide zu 1 und haben denselben gemeinsamen Teil. Nach einer Ablehnung wird deshalb ein Token aus dem gezogen, was fehlt, dem Residuum. Gemeinsamer und fehlender Teil ergeben zusammen p. Über q wurde nichts angenommen: Ein schlechter Entwurf macht das Dekodieren langsam, nie falsch.

    Jede Einzelheit zählt. Zieht man die Korrektur stattdessen aus p, nimmt man einen Vorschlag zu leicht an, vergleicht man Texte statt Wahrscheinlichkeiten, so kommt eine andere Verteilung heraus, oder dieselbe mit mehr Arbeit. Machen Sie es kaputt, und sehen Sie, welche Zeile des Beweises nicht mehr gilt.

    Bis hierher ging es um ein Token. Ein Zyklus entwirft mehrere, hält bei der ersten Ablehnung an und beginnt dort von neuem, wo er stehen geblieben ist. Behält ein ganzer Text seine Verteilung? Bei Modellen mit wenigen Token muss man nichts glauben: Jeder Weg durch die Zyklen wird verfolgt, und alle Wege zum selben Text werden addiert. Bei jeder Entwurfslänge ist die Summe die Wahrscheinlichkeit, die das Zielmodell allein dem Text gibt.

    Die echten Modelle haben zu viele Texte zum Addieren. Dort können wir nur zwei Stichproben ziehen, eine mit dem Zielmodell allein und eine durch Spekulation, und fragen, ob sie aus einer Verteilung stammen könnten. Ein kleiner p-Wert sagt, dass sie das kaum könnten. Ein großer sagt nicht, dass die Verteilungen gleich sind: Er sagt, dass kein Unterschied gefunden wurde, und daneben steht, ein wie großer bemerkt worden wäre. Dafür sind Tests da: ein kaputtes Programm zu ertappen. Brechen Sie die Regel, und sehen Sie zu. Gewissheit kommt aus dem Beweis.

lab-latency-title = Warum schnell
lab-latency-lede = Was ein Zyklus kostet, was er bringt und wer gewinnt: angenommen, hier gemessen und im Rennen.
lab-latency-lesson =
    Ein Sprachmodell schreibt ein Token je Durchlauf, und ein Durchlauf muss jedes Gewicht lesen. Bei einem großen Modell dauert das weit länger als das Rechnen: Der Speicher entscheidet. Ein Durchlauf über fünf Positionen liest dieselben Gewichte einmal und kostet daher kaum mehr als einer über eine. Davon lebt die Spekulation: Sie macht aus billigen Vorschlägen Positionen eines teuren Durchlaufs.

    Ein Zyklus kostet γ Durchläufe des Entwurfsmodells und einen des Zielmodells über γ + 1 Positionen. In Durchläufen des Zielmodells sind das γc + v(γ + 1). Er bringt τ Token: eines sicher, und mehr, je mehr Vorschläge angenommen werden. Das Verhältnis ist die Beschleunigung. Ein langsamer Entwurf, ein schlechter Entwurf oder ein Zielmodell, für das Positionen nicht umsonst sind: Jedes davon kann sie unter eins drücken.

    Die Modelle in dieser Seite sind so klein, dass ihre Gewichte in den Cache des Prozessors passen. Dann ist es nicht der Speicher, der Zeit kostet, und fünf Positionen kosten ein Mehrfaches von einer. Spekulation kann hier also verlieren, und die Messung sagt es. Auf Maschinen mit großen Modellen gewinnt sie: Lassen Sie sie in gespielter Zeit um die Wette laufen.

    Wie lang ein Entwurf sein soll, hängt davon ab, wie sicher er ist. Er darf beim ersten Token aufhören, dessen er sich nicht sicher ist. Das ändert, wie viel versucht wird, nie die Verteilung des Textes: Auch das unsichere Token wird noch geprüft.

lab-drafts-title = Alle Arten zu entwerfen
lab-drafts-lede = Ein kleines <draft>Entwurfsmodell</draft>, Zählungen, Kopien, die eigenen Schichten des <target>Zielmodells</target>: zehn Arten, q zu bauen, an einem Text.
lab-drafts-lesson =
    Spekulatives Sampling braucht einen Vorschlag und die Wahrscheinlichkeit q(x), mit der er gezogen wurde. Woher q kommt, fragt es nicht. Prüfung, Residuum und Beweis sind für jede Art dieselben, und so schreibt jede den Text des Zielmodells. Verschieden ist nur, wie oft ein Vorschlag angenommen wird und was er kostet.

    Der Klassiker ist ein kleines Modell: ein Durchlauf für jeden Vorschlag. Zählungen brauchen gar kein Modell: Sie sagen, was in anderen Texten auf die letzten Token folgte. Noch sicherer ist eine Kopie: was in eben diesem Text früher auf dieselben Token folgte. Ihr ganzes q liegt auf einem Token; x wird also mit Wahrscheinlichkeit p(x) angenommen, und das Residuum ist p ohne x.

    Das Zielmodell kann selbst raten. Seine ersten Schichten geben mit einem kleinen Adapter eine Verteilung, bevor die anderen gerechnet haben, und die Prüfung geht dort weiter, wo sie aufgehört haben. Köpfe auf seinem letzten Zustand raten das zweite, dritte und vierte Token voraus auf einmal, und keiner weiß, was die anderen sagen. Ein Modul, das den Zustand fortführt, rät eines nach dem anderen und weiß es.

    Ein Baum bietet für jede Stelle mehrere Vorschläge. Sie werden der Reihe nach geprüft, jeder an dem, was das Zielmodell nach den Ablehnungen vor ihm noch will; die Verteilung bleibt also p, und es wird mehr angenommen. In einem Durchlauf sieht jeder Vorschlag nur den Text und seinen eigenen Zweig.

    Wer gewinnt, hängt vom Text ab. Kopien gewinnen, wo er sich wiederholt, Zählungen, wo er sagt, was Texte immer sagen, die trainierten Arten sonst. Und ein Vorschlag, der oft stimmt, lohnt sich nicht, wenn er so viel kostet wie das Zielmodell. Die typische Annahme fragt nur, ob das Zielmodell einen Vorschlag wahrscheinlich genug findet. Sie nimmt mehr an, und der Text ist nicht mehr der des Zielmodells: Schalten Sie sie ein, und sehen Sie, wie der Test der Verteilung scheitert.

lab-logits-title = Von den Logits zum Token
lab-logits-lede = Eine Verteilung, Stufe um Stufe, bis zu dem Token, das eine Münze zieht.
lab-logits-lesson =
    Ein Sprachmodell schreibt nicht. Am Ende steht eine Zahl für jedes Token seines Vokabulars, die Logits, und Softmax macht Wahrscheinlichkeiten daraus: p(x) = exp(z(x)) / Σ exp(z). Welches Token geschrieben wird, entscheidet danach ein Sampler.

    Ein Sampler ist eine Kette von Stufen. Die Temperatur teilt die Logits: Unter 1 begünstigt sie, was schon wahrscheinlich ist, über 1 gleicht sie aus. Das Chancenverhältnis zweier Token ist exp((zᵢ − zⱼ)/T). Top-k, Top-p und Min-p schneiden Token weg. Was bleibt, wird durch seine Summe geteilt, und so werden die behaltenen Token wahrscheinlicher, obwohl sich an ihnen nichts geändert hat.

    Programme, die Modelle bereitstellen, haben mehr Regler dieser Art. Strafen und Zuschläge ändern Logits, bevor irgendetwas anderes sie ansieht: Eine Wiederholungsstrafe wirkt auf jedes gesehene Token, Vorkommens- und Häufigkeitsstrafe auf die erzeugten, und ein Bias zählt eine Zahl Ihrer Wahl zu einem Token Ihrer Wahl. Eine Stoppzeichenkette ändert keine Wahrscheinlichkeit. Sie beendet den Text vor sich selbst, und bis sie vollständig ist, wird zurückgehalten, was eine werden könnte.

    Jede Stufe arbeitet mit dem, was die vorige übrig ließ. Deshalb zählt ihre Reihenfolge: Top-p behält weniger Token, wenn eine niedrige Temperatur vor ihm kam. Zwei Programme mit denselben Einstellungen können aus verschiedenen Verteilungen ziehen.

    Am Ende fällt eine Münze, eine Zahl zwischen 0 und 1, irgendwo auf die aneinandergelegten Wahrscheinlichkeiten. Ziehen Sie oft, und die Zählungen nähern sich den Wahrscheinlichkeiten. Wählen Sie ein Token von Hand, um zu sehen, wohin der Text gegangen wäre.

lab-beams-title = Greedy und Beam Search
lab-beams-lede = Das Zweitbeste jetzt kann später besser sein: mehrere Texte zugleich, und die besten bleiben.
lab-beams-lesson =
    An jeder Stelle bietet ein Modell Tausende von Token an, und jede Wahl ändert alles, was folgt. Greedy Decoding nimmt jedes Mal das wahrscheinlichste Token. Es blickt nie zurück: Ein Token, das jetzt zweitbestes ist, kann später zu einem besseren Text führen, und Greedy sieht ihn nicht.

    Beam Search (Strahlsuche) behält mehrere Texte zugleich. Auf jeder Ebene verlängert die Suche jeden von ihnen um jedes Token, reiht alle Ergebnisse und behält die besten B: die Beams. Was nicht behalten wird, ist endgültig abgeschnitten. Gereiht wird ein Text nach seiner Bewertung, der Summe der Logarithmen der Wahrscheinlichkeiten seiner Token, s = Σ log p. Logarithmen werden addiert, weil das Produkt vieler kleiner Wahrscheinlichkeiten bald kleiner ist als jede Zahl, die ein Computer schreiben kann. Mit B = 1 ist Beam Search dasselbe wie Greedy.

    Ein Text, der mit dem Endtoken endet, ist fertig. Er ist eingefroren, behält seine Bewertung und tritt gegen die an, die weitergehen. Bewertungen können nur fallen; sobald also kein lebender Beam die fertigen mehr überholen kann, ist die Suche zu Ende. Ohne weiteres begünstigt sie kurze Texte, denn jedes weitere Token kostet etwas.

    Eine höhere Bewertung ist kein besserer Text. Die wahrscheinlichsten Texte eines Sprachmodells sind oft fade, kurz oder immer wieder dieselbe Wendung, denn was einmal gesagt ist, wird sehr wahrscheinlich wieder gesagt. Darum werden Geschichten per Zufall gezogen, und Beam Search dient dort, wo eine richtige Antwort gesucht ist, etwa beim Übersetzen.

    Zwei weitere Ziele sind zunächst aus. Die Längenstrafe reiht nach s / Längeᵃ, und Diversitätsgruppen sind Suchen nebeneinander, die dafür zahlen, einander zu wiederholen. Sie ändern, wonach gesucht wird; eine bessere Art zu suchen sind sie nicht.

lab-constraints-title = Dekodieren mit Vorgaben
lab-constraints-lede = Eine Grammatik streicht, was sie verbietet. Was bleibt, wird durch seine Summe geteilt: maskierter Softmax.
lab-constraints-lesson =
    Manchmal muss ein Text eine Form haben: eine Zahl, ein Datum, JSON, das ein Programm lesen wird. Eine Grammatik sagt, welche Texte erlaubt sind. Bei jedem Schritt sagt sie auch, welche Bytes als nächste kommen dürfen, und damit, welche Token des Vokabulars: die, deren Bytes ein Automat eines nach dem anderen nehmen kann. Ein Token umfasst oft mehrere Zeichen der Grammatik, und dann müssen alle erlaubt sein.

    Der Rest ist eine Maske. Die Logits der verbotenen Token werden −∞, und Softmax tut, was es immer tut: p(x) / Σ p(y), summiert über die erlaubten Token y. Dekodieren mit Vorgaben ist also die eigene Verteilung des Modells unter der Bedingung, dass das nächste Token erlaubt ist. Die Summe ist die zulässige Masse. Wo sie fast 0 ist, kämpft die Grammatik gegen das Modell: Was herauskommt, hat die richtige Form, und das Modell hätte es so gut wie nie gesagt.

    Die Maske sieht immer nur ein Token. Sie fragt nicht, wie wahrscheinlich der Text danach gut ausgeht; ganze Texte folgen deshalb nicht der Verteilung des Modells unter der Bedingung, dass sie erlaubt sind. Ein erlaubter Text ist auch kein sinnvoller: Diese Modelle wurden mit Geschichten trainiert und haben nie JSON gesehen.

    Ist nichts Erlaubtes übrig, so ist das eine Sackgasse. Die Grammatik allein führt nie hinein, ein Filter vor der Maske schon. Zurückgehen versucht ein anderes Token und ändert die Chancen dessen, was vorher kam. Reparieren erzwingt das kürzeste Ende. Verwerfen ist ehrlich und gibt nichts. Bei Spekulation kommt dieselbe Maske vor der Prüfung auf p und auf q, und der Automat geht nur mit ausgegebenen Token weiter.

## Warum es exakt ist

proof-proof = Der Beweis
proof-tried-out = Ausprobiert
proof-whole-texts = Ganze Texte
proof-place = Zeile { $n } von { $all }
proof-distributions = Verteilungen
proof-your-own = Eigene
proof-preset-textbook = Drei Token
proof-preset-equal = Gleich: p = q
proof-preset-disjoint = Disjunkt
proof-preset-peaked = Spitz
proof-preset-over-proposes = q schlägt zu viel vor
proof-preset-zeros = Nullen
proof-from-models = p und q von den Modellen nehmen
proof-from-models-hint = beim ersten Vorschlag des Zyklus, der in „{ lab-speculative-title }“ auf der Bühne steht; alle Token nach den ersten elf sind eines
proof-others = andere
proof-tokens = Token
proof-token-less = Ein Token weniger
proof-token-more = Ein Token mehr
proof-break-it = Kaputt machen
proof-break-it-hint = was man falsch machen kann, und was dann herauskommt
proof-picture = p und q jedes Tokens; beide lassen sich auf und ab ziehen
proof-key-accepted = angenommen: min(p, q)
proof-key-rejected = abgelehnt: q − p
proof-key-corrected = korrigiert: p − q
proof-slider = { $letter } von { $token }
proof-field = { $letter } von { $token }, als Zahl
proof-given-title = Zwei Verteilungen
proof-given = Der Entwurf zieht ein Token aus q. Der Text muss so herauskommen, als wäre es aus p gezogen.
proof-given-values = p = { $p }, q = { $q }
proof-accept-title = Der Weg der Annahme
proof-accept = Ein entworfenes x kommt mit Wahrscheinlichkeit min(1, p/q) durch. Entworfen und angenommen zusammen ergibt das den niedrigeren der beiden Balken, min(p, q). Alles zusammen macht { $mass }: die Wahrscheinlichkeit, dass ein Vorschlag behalten wird.
proof-accept-values = min({ $p }; { $q }) = { $value }
proof-reject-title = Was von q übrig ist
proof-reject = Wo q über p steht, schlägt der Entwurf zu oft vor. Der Überschuss wird abgelehnt: insgesamt { $mass }.
proof-reject-nothing = q steht nirgends über p, also wird nie etwas abgelehnt. Das Residuum ist leer und wird nie gebraucht.
proof-reject-values = max(0; { $q } − { $p }) = { $value }
proof-correct-title = Was von p übrig ist
proof-correct = Wo p über q steht, schlägt der Entwurf zu selten vor. Insgesamt fehlt { $mass }, genau so viel, wie abgelehnt wird: Beide Verteilungen summieren sich zu 1 und teilen sich die Überlappung. Ein abgelehnter Vorschlag wird also durch eine Ziehung aus dem Fehlenden ersetzt, dem Residuum.
proof-correct-nothing = Von p ist nichts übrig: Der Weg der Annahme deckt alles ab.
proof-correct-values = max(0; { $p } − { $q }) = { $value }
proof-sum-title = Beide Wege zusammen
proof-sum = Der niedrigere Balken vom Weg der Annahme und der Rest vom Weg der Korrektur ergeben zusammen p, für jedes Token und jedes q. Nur das Tempo hängt von q ab.
proof-lines = Der Beweis, Zeile für Zeile
proof-numbers-of = Zahlen von <label>{ $token }</label>
proof-falls = {" "}✗ fällt
proof-each-sums = Summe je 1
proof-path-accept = angenommen
proof-path-reject = abgelehnt
proof-path-correct = korrigiert
proof-wanted = gewollt
proof-no-error = Bei keinem Token verfehlen die beiden Wege p auch nur im Geringsten.
proof-error = Bei keinem Token verfehlen die beiden Wege p um mehr als { $error }; das ist Rundung.
mistake-none = Nichts: so ist es richtig
mistake-none-breaks = Jede Zeile des Beweises gilt.
mistake-no-residual = Nach einer Ablehnung aus p ziehen
mistake-no-residual-breaks = Die Korrektur wird aus p gezogen statt aus dessen Rest. Was der Weg der Annahme schon abdeckt, wird ein zweites Mal ausgegeben.
mistake-accept-always = Jeden Vorschlag annehmen
mistake-accept-always-breaks = P(x, angenommen) ist q(x), nicht min(p, q), und zu korrigieren bleibt nichts. Der Text hat die Verteilung des Entwurfs.
mistake-compare-tokens = Mit der eigenen Ziehung des Zielmodells vergleichen
mistake-compare-tokens-breaks = Die Verteilung bleibt: Ausgegeben wird in jedem Fall die eigene Ziehung des Zielmodells. Behalten wird ein Vorschlag aber nur mit Wahrscheinlichkeit Σ p·q, und das ist weniger als Σ min(p, q). Das ist exakt und unnötig langsam.
mistake-compare-best = Mit dem besten Token des Zielmodells vergleichen
mistake-compare-best-breaks = Was auch entworfen wird, es kommt das beste Token des Zielmodells heraus. Das ist Greedy Decoding, kein Ziehen aus p.
mistake-unfiltered-residual = p und q filtern, aber nicht das Residuum
mistake-unfiltered-residual-breaks = Geprüft wird der Vorschlag mit dem gefilterten p, gezogen wird die Korrektur aus dem, was vom ungefilterten übrig ist. Token, die der Filter weggeschnitten hatte, kommen zurück. (Gefiltert heißt hier: die wahrscheinlichere Hälfte der Token.)
mistake-argmax-draft = Das beste Token des Entwurfs vorschlagen, mit q prüfen
mistake-argmax-draft-breaks = Der Vorschlag wurde nicht aus q gezogen; P(x, angenommen) ist also nicht q(x) mal die Annahmewahrscheinlichkeit: Geprüft wird immer nur das beste Token.
mistake-shared-coin = Eine Münze für zwei Positionen
mistake-shared-coin-breaks = Zu sehen ist das zweite von zwei entworfenen Token. Ist das erste durchgekommen, so weiß man, dass die Münze klein ist, und das zweite kommt zu leicht durch: Seine Annahme ist nicht mehr min(1, p/q).
proof-try-it = Probieren Sie es: Versuche mit einem Token, mit Startwert
proof-save-trials = Versuche speichern (JSON)
proof-law-same = In geschlossener Form hat das ausgegebene Token genau die Verteilung, die gewollt ist.
proof-law-other = In geschlossener Form liegt die Verteilung des ausgegebenen Tokens um { $apart } neben der gewollten (Totalvariation).
proof-trials =
    { $n ->
        [one] { $n } Versuch
       *[other] { $n } Versuchen
    }
proof-degrees =
    { $n ->
        [one] { $n } Freiheitsgrad
       *[other] { $n } Freiheitsgraden
    }
proof-tried = Nach { $trials }: Totalvariation { $distance }; Chi-Quadrat { $statistic } mit { $degrees }, p-Wert { $p }. { $judged }
proof-tried-other = Ein so großer Unterschied ist kein Zufall: Das ist eine andere Verteilung.
proof-tried-few = So wenige Versuche könnten eine falsche Verteilung nicht von der richtigen unterscheiden.
proof-tried-chance = Solche Unterschiede macht schon der Zufall: Nichts spricht gegen p.
proof-no-trials = Noch keine Versuche.
proof-rows = Auf welchem Weg jedes Token ausgegeben wurde, gegen die gewollte Verteilung gehalten
proof-token = Token
proof-bars = beide Wege als Balken
proof-accepted = angenommen
proof-corrected = korrigiert
proof-share = Anteil
proof-band = 95-%-Band
proof-outside = außerhalb
proof-outside-head = p außerhalb des Bandes
proof-rows-key = Balken: die exakte Verteilung dessen, was getan wird, angenommen und korrigiert. Dünner Strich: gezählt, mit seinem 95-%-Band (Wilson); eines von zwanzig Token liegt zufällig außerhalb. Dicker Strich: gewollt.

## Ganze Texte, addiert und gezogen

texts-exactly = Ganze Texte, exakt: jeder Weg addiert
texts-exactly-lead = Ein Token behält seine Verteilung. Tun es ganze Texte? Zwei winzige Modelle, deren nächstes Token nur vom letzten abhängt. Jedes entworfene Token, Annahme und Ablehnung, Korrektur und Bonus werden verfolgt, und alle Wege zum selben Text werden addiert.
texts-save = Texte speichern (CSV)
texts-models = Modelle
texts-pair-2 = 2 Token: Sonne und Regen, die gern bleiben
texts-pair-3 = 3 Token: ein Entwurf, der die Reihenfolge ungefähr kennt
texts-pair-4 = 4 Token: Nullen auf beiden Seiten
texts-mistake = Fehler
texts-target-table = <target>Zielmodell</target> p(nächstes | letztes)
texts-draft-table = <draft>Entwurf</draft> q(nächstes | letztes)
texts-after = nach
texts-texts = Texte
texts-paths = addierte Wege
texts-largest-difference = größter Unterschied
texts-tau-first = Token je Zyklus, erster Zyklus
texts-tau = Token je Zyklus, auf die Dauer
texts-tau-of = { $tau } von { $most }
texts-law-same = Jeder der { $n } Texte hat mit Spekulation dieselbe Wahrscheinlichkeit wie beim Zielmodell allein. Der größte Unterschied, { $apart }, ist das, was beim Addieren gerundeter Zahlen bleibt.
texts-law-compare-tokens = Die Verteilung der Texte bleibt, wie die eines Tokens. Was leidet, ist die Länge der Zyklen: Ein Vorschlag muss der eigenen Ziehung des Zielmodells gleichen.
texts-law-one-coin = Ein Zyklus mit einem Vorschlag hat ohnehin nur eine Münze; noch ist also nichts falsch. Lassen Sie zwei oder mehr entwerfen.
texts-law-half = Die Hälfte von zwei Token ist eines: Nichts, was dieser Filter weggeschnitten hat, könnte zurückkommen. Nehmen Sie mehr Token, um den Fehler zu sehen.
texts-law-by-luck = Bei diesen Tabellen und dieser Länge ändert der Fehler zufällig nichts.
texts-law-other = Das ist eine andere Verteilung: Die Wahrscheinlichkeit eines Textes liegt um { $apart } daneben, und die Totalvariation zwischen beiden Verteilungen ist { $distance }. Das macht keine Rundung. Ein Fehler beim Prüfen eines Tokens hat die Verteilung ganzer Texte geändert.
texts-rows = Jeder Text mit seiner Wahrscheinlichkeit beim Zielmodell allein und mit Spekulation
texts-text = Text
texts-law-bars = beide Verteilungen als Balken
texts-target-prob = p(Text)
texts-speculation = Spekulation
texts-speculation-short = Spekul.
texts-difference = Unterschied
texts-show-first = Nur die ersten { $n } zeigen
texts-show-all = Alle { $n } Texte zeigen
texts-rows-key = Balken: alle Wege der Spekulation zusammen. Dicker Strich: das eigene p(Text) = p(x₁) p(x₂|x₁) … des Zielmodells. Die wahrscheinlichsten Texte stehen oben; jeder Text beginnt nach dem ersten Token der Tabellen.
texts-real = Ganze Texte, mit den echten Modellen: ein Zwei-Stichproben-Test
texts-real-lead = Die echten Modelle haben zu viele Texte zum Addieren, also zählen wir. Der Anfang einer Geschichte wird wieder und wieder fortgesetzt, abwechselnd vom Zielmodell allein und mit Spekulation, immer mit frischen Münzen. Dann fragen wir, ob beide Stichproben einer Verteilung sein könnten.
texts-real-note = Ein solcher Test kann höchstens keinen Unterschied finden. Dass es keinen gibt, zeigen der Beweis oben und die addierten Wege, für alle p und q, also auch für diese Modelle.
texts-adopt = Prompt und Einstellungen aus „{ lab-speculative-title }“ nehmen
texts-rule = Regel der Spekulation
texts-right-rule = Die richtige Regel
texts-rule-hint = eine kaputte Regel, im Decoder selbst, um den Test scheitern zu sehen
texts-of-each-kind = Texte von jeder Art
texts-draw = Ziehen
texts-stop = Stopp
texts-progress = Gezogene Texte
texts-drawing = { $n } von { $wanted } Texten jeder Art …
texts-no-models = Die Modelle sind noch nicht da.
texts-none-drawn = Noch ist nichts gezogen.
texts-stopped = Angehalten nach { $n } Texten jeder Art, von { $wanted }.
texts-drawn-in = { $n } Texte jeder Art, hier gezogen in { $time }.
texts-drawn = { $n } Texte jeder Art.
texts-tests = Der Test jeder Zählung
texts-counted = gezählt
texts-categories = Kate{"\u00AD"}gorien
texts-chi-square = Chi-Quadrat
texts-degrees = Freiheits{"\u00AD"}grade
texts-p-value = p-Wert
texts-p-below = unter { $least }
texts-total-variation = Total{"\u00AD"}variation
texts-by-chance = durch Zufall
texts-noticed-from = bemerkt ab
texts-first = Erstes Token
texts-second = Zweites Token
texts-third = Drittes Token
texts-fourth = Viertes Token
texts-last = Letztes Token
texts-whole = Ganzer Text
texts-in-first = im ersten Token
texts-in-second = im zweiten Token
texts-in-third = im dritten Token
texts-in-fourth = im vierten Token
texts-in-last = im letzten Token
texts-in-whole = im ganzen Text
texts-verdict-later = Das Urteil kommt am Ende: Wer immer wieder hinsieht und bei einem kleinen p-Wert aufhört, findet auch einen.
texts-test-nothing = Alle Texte fallen hier in eine Kategorie: Es gibt nichts zu vergleichen. Erhöhen Sie die Temperatur, oder nehmen Sie einen anderen Prompt.
texts-test-rare = Ein so großer Unterschied kommt bei gleichen Verteilungen einmal in { $n } Tests vor. Ziehen Sie noch einmal mit einem anderen Startwert: Bleibt er, so stimmt etwas am Ziehen nicht.
texts-test-noticed = Bemerkt: Zwei Stichproben einer Verteilung liegen nicht so weit auseinander. Die kaputte Regel schreibt andere Texte als das Zielmodell.
texts-test-little = Zwei Stichproben einer Verteilung liegen in { $n } von 1000 Tests mindestens so weit auseinander. Das ist wenig, aber wer oft testet, sieht es. Ziehen Sie noch einmal mit einem anderen Startwert.
texts-test-none = Kein Unterschied wurde gefunden: Zwei Stichproben einer Verteilung liegen in { $n } von 100 Tests mindestens so weit auseinander. Das beweist für sich genommen nichts; der nächste Satz sagt, was bemerkt worden wäre.
texts-test-unsure = Nicht deutlich bemerkt: Die Regel ist kaputt, aber so wenige Texte zeigen es hier nicht sicher. Ziehen Sie mehr, oder zählen Sie etwas anderes.
texts-power = Mit { $n } Texten jeder Art würde eine Totalvariation von { $apart } { $where }, wie auch immer verteilt, { $often } von 5 Mal bemerkt (auf dem Niveau { $level }). Eine kleinere könnte entgehen.
texts-power-none = Mit { $n } Texten jeder Art würde kein Unterschied { $where } sicher bemerkt.
texts-blind = {" "}Unter den { $n } seltenen Ausgängen, die als einer gezählt werden, sieht er gar nichts.
texts-target-alone = das Zielmodell allein
texts-outcomes = Wie oft jeder Ausgang in jeder der beiden Stichproben vorkam
texts-outcome = Ausgang
texts-count-bars = beide Anzahlen als Balken
texts-alone = allein
texts-speculation-shorter = Spek.
texts-expected = erwartet
texts-share = Anteil an χ²
texts-rare = { $n } seltene
texts-ended-before = vorher zu Ende
texts-hidden = Die { $n } seltensten Kategorien werden getestet, aber nicht gezeichnet.
texts-outcomes-key = Ausgänge, die in einer Stichprobe weniger als { $n }-mal zu erwarten sind, werden als die seltenen zusammengezählt. Erwartet: die Hälfte beider Anzahlen, als stünde eine Verteilung dahinter.

## Warum es schnell ist

latency-unknown = unbekannt
latency-kernels-unknown = einer unbekannten Art
latency-heat = Beschleunigung für jedes γ und α bei diesen Kosten; schattiert, wo Spekulation gewinnt, gerahmt die eingestellte Stelle.
latency-lane-text = Der Text dieser Bahn
latency-pipeline = Das Rennen und seine Rechnung
latency-results = Kurven und Übung
latency-place = Augenblick { $n } von { $all }
latency-suppose = Vorausgesetzt
latency-each-cost = Jedes v(m) einzeln
latency-suppose-measured = Das Gemessene voraussetzen
latency-suppose-measured-hint = α, c und jedes v(m) dieses Geräts
latency-measure-and-race = Messen und Rennen
latency-target-alone = <target>Zielmodell</target> allein
latency-bytes-per-second = { $n } { $prefix }B/s
latency-multiply-adds-per-second = { $n } { $prefix } Multiply-Adds/s
latency-per-second = { $n } { $prefix }/s
latency-cycle = Was ein Zyklus kostet und bringt
latency-tau = Token je Zyklus
latency-passes-per-cycle = Durchläufe des Zielmodells je Zyklus
latency-passes-per-token = Durchläufe des Zielmodells je Token
latency-speed-up = Beschleu{"\u00AD"}nigung
latency-model-words = { $here }; { $best }. { $even }
latency-breaks-even = Spekulation ist gerade so schnell wie das Zielmodell allein
latency-faster = Spekulation ist { $ratio } so schnell wie das Zielmodell allein
latency-slower = Spekulation ist langsamer als das Zielmodell allein: { $ratio }
latency-best-none = keine Entwurfslänge lohnt sich: Am schnellsten ist es, nicht zu spekulieren
latency-best-here = γ = { $gamma } ist die beste Entwurfslänge
latency-best-other = am besten wäre γ = { $gamma }: { $ratio }
latency-pays-never = Bei γ = { $gamma } kann es sich nicht lohnen, wie gut der Entwurf auch ist.
latency-pays-always = Bei γ = { $gamma } lohnt es sich immer.
latency-pays-from = Bei γ = { $gamma } lohnt es sich ab α = { $alpha }.
latency-measure = Messen
latency-measure-again = Noch einmal messen
latency-stop = Messung anhalten
latency-save = Speichern (JSON)
latency-save-samples = Messwerte speichern (CSV)
latency-measuring = Es wird gemessen: ganze Läufe, dann einzelne Durchläufe …
latency-not-yet = Durchläufe und ganze Läufe werden gemessen, sobald die Modelle da sind; nichts wird irgendwohin gesendet.
latency-other-settings = Diese Zahlen gehören zu anderen Einstellungen; Ihre folgen.
latency-rounds =
    { $n ->
        [one] Derselbe Text in { $n } Runde neu begonnen, abwechselnd: Mediane, und in Klammern die mittlere Hälfte.
       *[other] Derselbe Text in { $n } Runden neu begonnen, abwechselnd: Mediane, und in Klammern die mittlere Hälfte.
    }
latency-how = wie
latency-rate = Token/s
latency-per-pass = Token je Durchlauf
latency-guesses = Vorschläge je Zyklus
latency-kept = davon behalten
latency-predicted = vorher{"\u00AD"}gesagt
latency-measured = gemessen
latency-while-sure = γ ≤ { $most }, solange sicher
latency-verdict = { $verdict } Am meisten kostet: { $why }. { $cured }
latency-wins = Auf diesem Gerät gewinnt die Spekulation: { $ratio } so schnell wie das Zielmodell allein.
latency-loses = Auf diesem Gerät verliert die Spekulation: Sie läuft mit { $ratio } des Tempos des Zielmodells allein.
latency-term-acceptance = zu wenige Vorschläge werden angenommen
latency-term-draft = ein Durchlauf des Entwurfsmodells dauert { $share } eines Durchlaufs des Zielmodells, und ein Zyklus hat { $n }
latency-term-verify = { $n } Positionen in einem Durchlauf zu prüfen dauert { $share }-mal so lange wie eine Position: Dieses Zielmodell passt in den Cache des Prozessors, also entscheidet das Rechnen und nicht der Speicher
latency-term-rows = aus { $n } Zeilen von Logits müssen Verteilungen werden
latency-cured-acceptance = Würde jeder Vorschlag angenommen, wären es { $ratio }.
latency-cured-draft = Mit einem Entwurf, der keine Zeit braucht, wären es { $ratio }.
latency-cured-verify = Würden weitere Positionen nichts kosten, wären es { $ratio }.
latency-cured-rows = Würden die nichts kosten, wären es { $ratio }.
latency-as-predicted = Die Vorhersage liegt innerhalb der gemessenen Streuung.
latency-slower-than-predicted = Langsamer als vorhergesagt: Mit den Token, die wirklich entworfen und geschrieben wurden, ergeben dieselben Kosten { $ratio }; der Rest sind Caches, die nach dem Durchlauf des anderen Modells kalt sind, und was dieses Gerät sonst noch tat.
latency-faster-than-predicted = Schneller als vorhergesagt: Mit den Token, die wirklich entworfen und geschrieben wurden, ergeben dieselben Kosten { $ratio }; der Rest ist Zufall in dem, was angenommen wurde.
latency-adaptive = Entwürfe, die enden, wo der Entwurf unsicher ist, behalten { $kept } ihrer Vorschläge statt { $fixed } und sind { $ratio } so schnell.
latency-costs = Was ein Token kostet: <target>▪ Zielmodell</target> <draft>▨ Entwurf</draft> ▫ Verteilungen und Prüfungen
latency-cost-bars = als Balken
latency-cost-alone = allein
latency-cost-rest = Rest
latency-cost-together = zusammen
latency-single-passes = Einzelne Durchläufe nach { $tokens }: T(1) = { $target }, der des Entwurfs { $draft } (c = { $cost }), eine Verteilung { $row }. Gerechnet mit: { $kernels }.
backends-title = Rechenweg für Rechenweg
backends-measure = Jeden Rechenweg messen
backends-computed-in = gerechnet mit
backends-alone = allein, Token/s
backends-speculating = speku{"\u00AD"}lativ
backends-note = Was eine Position schnell macht, muss nicht fünf schnell machen: Ein kleineres T(1) kann mit einem größeren v(m) einhergehen, und dann gewinnt die Spekulation weniger.
backends-note-gpu = Mit WebGPU läuft das Zielmodell auf dem Grafikprozessor und das Entwurfsmodell auf der CPU. Ein Durchlauf besteht dort vor allem aus Aufrufen und einem Lesen der Gewichte, ob über eine Position oder fünf: v(m) bleibt nahe 1, und c ist, was das Entwurfsmodell auf der CPU neben einem solchen Durchlauf braucht. In dieser Paarung hat Spekulation am meisten zu gewinnen.
race-title = Ein Rennen in gespielter Zeit
race-pretend = Gespielte Maschine des Zielmodells
race-count = { $n } von { $all }
race-clock = Ein Durchlauf des Zielmodells: { $one }, über { $n } Positionen { $all }. Ein Durchlauf des Entwurfsmodells: { $draft }.
race-nothing = Es gibt nichts, worum man laufen könnte: Der Prompt lässt keinen Platz, oder die Geschichte ist gleich zu Ende.
race-start = Beide starten vom selben Prompt, auf { $machine }. Drücken Sie „{ playback-play }“: Gespielte Zeit ist wirkliche Zeit.
race-draft = Das Entwurfsmodell rät ein weiteres Token; das Zielmodell wartet, bis es dran ist.
race-verify = Ein Durchlauf des Zielmodells hat alle Vorschläge des Zyklus geprüft und ein eigenes Token hinzugefügt.
race-plain = Ein Durchlauf des Zielmodells allein: ein Token.
race-speculation-done = Die Spekulation ist fertig; das Zielmodell allein schreibt noch.
race-target-done = Das Zielmodell allein ist fertig; die Spekulation schreibt noch.
race-end = Je { $tokens }: { $speculative } mit Spekulation, { $plain } ohne. { $verdict }
race-faster = Spekulation ist hier { $ratio } so schnell.
race-slower = Spekulation ist hier langsamer: { $ratio }.
machine-title-phone = Ein Handy
machine-title-laptop = Ein Laptop
machine-title-data-centre = Ein Rechenzentrum
machine-title-as-set = eine Maschine mit den eingestellten Kosten
machine-on-phone = einem Handy
machine-on-laptop = einem Laptop
machine-on-data-centre = einem Rechenzentrum
machine-on-as-set = einer Maschine mit den eingestellten Kosten
machine-source-phone = Llama 3.1 8B mit Llama 3.2 1B als Entwurfsmodell, beide mit 4 Bit je Gewicht. Gerechnet, nicht gemessen: die kürzeste Zeit, in der jedes Gewicht einmal gelesen wird. Qualcomm Snapdragon 8 Gen 3: LPDDR5X-Speicher mit 4,8 GHz auf 64 Bit, 76,8 GB/s; seine NPU 45 TOPS in int8.
machine-source-laptop = Llama 3.1 8B mit Llama 3.2 1B als Entwurfsmodell, beide mit 8 Bit je Gewicht. Gerechnet, nicht gemessen: die kürzeste Zeit, in der jedes Gewicht einmal gelesen wird. Apple M3 Max mit 40 GPU-Kernen: 400 GB/s Speicherbandbreite; 14,2 TFLOPS in f32.
machine-source-data-centre = Llama 3.1 70B mit Llama 3.1 8B als Entwurfsmodell, beide mit 16 Bit je Gewicht. Gerechnet, nicht gemessen: die kürzeste Zeit, in der jedes Gewicht einmal gelesen wird. Zwei NVIDIA H100 SXM: je 3,35 TB/s Speicherbandbreite; je 989 TFLOPS in dichtem bfloat16.
machine-source-as-set = An die Stelle von α tritt, was die Modelle in dieser Seite wirklich annehmen; c und v(m) wie unter „{ latency-suppose }“ eingestellt.
machine-instead = { $machine } stattdessen: { $words }
machine-words = Gelesen werden { $reads }, gerechnet { $computes }: Der Knick liegt bei { $ridge } Multiply-Adds je Byte. Eine Position dieses Zielmodells hat { $one }, { $n } haben { $all }, und so gilt: { $verdict }.
machine-free = ein Durchlauf über { $n } Positionen kostet, was einer über eine kostet; bis zu { $most } tun es
machine-costly = von { $n } Positionen an kostet jede ihren Anteil
latency-over-gamma = Beschleunigung über γ
latency-best-gamma = ist bei diesem α am besten: { $ratio }
latency-over-alpha = Beschleunigung über α
latency-even-alpha = Gewinnschwelle bei diesem γ
latency-never = keine
latency-over-positions = Ein Durchlauf über m Positionen: v(m)
latency-positions-here = Durchläufe kosten { $n } Positionen hier
latency-roofline = Speicher oder Rechnen: die Roofline
latency-ridge-here = Multiply-Adds je Byte: hier liegt der Knick
latency-no-roofline = Wird gezeichnet, sobald dieses Gerät gemessen ist.
latency-no-roofline-gpu = Für einen Grafikprozessor wird keine gezeichnet: Dort werden nur Durchläufe gemessen, nicht, was er erreichen könnte.
latency-device-ridge = Dieses Zielmodell hat { $weights } Gewichte und { $products } M Multiply-Adds je Position. Gewichte dieser Größe werden hier mit { $reads } gelesen; der Knick ist bald erreicht, und dann entscheidet das Rechnen.
latency-device-memory = Dieses Zielmodell hat { $weights } Gewichte und { $products } M Multiply-Adds je Position. Gewichte dieser Größe werden hier mit { $reads } gelesen; bis zur letzten Position entscheidet der Speicher.
latency-chart-as-fast = gleichauf
latency-chart-free = umsonst
latency-chart-one-by-one = einzeln
latency-chart-as-set = gesetzt
latency-chart-here = hier
latency-chart-roof = das Dach
latency-chart-gamma = Beschleunigung über die Entwurfslänge
latency-chart-gamma-reading = γ = { $gamma }: { $ratio } bei α = { $alpha }, { $tau } Token je Zyklus
latency-chart-alpha = Beschleunigung über die Annahmerate
latency-chart-alpha-reading = α = { $alpha }: { $ratio } bei γ = { $gamma }
latency-chart-verify = Kosten eines Durchlaufs des Zielmodells über mehrere Positionen
latency-chart-verify-reading = { $positions }: hier { $share }-mal eine ({ $time }); gesetzt { $set }
latency-chart-verify-unmeasured = { $positions }: noch nicht gemessen; gesetzt { $set }
latency-chart-roofline = Die Roofline dieses Geräts
latency-chart-roofline-reading = { $positions }: { $intensity } je Byte, { $rate }, { $share } des Dachs
guesses-title = Wie viele Vorschläge werden angenommen?
guesses-lead = Ein Vorschlag zählt nur, wenn alle vor ihm angenommen wurden. Die erwartete Zahl ist also eine Summe von Produkten.
guesses-position = Position
guesses-alpha = α, wenn erreicht
guesses-kept = behalten bis hier
guesses-counted = probiert
guesses-alpha-of = Annahmewahrscheinlichkeit an Position { $n }
guesses-positions = Positionen
guesses-less = Eine Position weniger
guesses-more = Eine Position mehr
guesses-tried = { $n } Zyklen probiert: { $mean } im Mittel, plus oder minus { $error } (95 %).
guesses-tau = Mit dem eigenen Token des Zielmodells ist das τ = { $tau }.

## Bildunterschriften der Schritte eines Zyklus

caption-title = Zyklus { $cycle }: { $title }
caption-opening-title = Vor dem ersten Zyklus
caption-opening = Ein kleines <draft>Entwurfsmodell</draft> rät { $tokens } voraus. Dann prüft das große <target>Zielmodell</target> alle in einem Durchlauf. Was herauskommt, hat genau die Verteilung des <target>Zielmodells</target>, mit weniger seiner Durchläufe. Drücken Sie „Start“, oder gehen Sie mit den Pfeiltasten.
caption-draft-title = Der Entwurf schlägt Token { $position } von { $n } vor
caption-draft-first = Das <draft>Entwurfsmodell</draft> liest den bisherigen Text und schlägt <token>{ $token }</token> vor. Gezogen hat es aus seiner eigenen Verteilung, wo dieses Token die Wahrscheinlichkeit q = <number>{ $q }</number> hat. Noch ist nichts entschieden.
caption-draft-next = Das <draft>Entwurfsmodell</draft> liest weiter, seinen eigenen Vorschlag eingeschlossen, und schlägt <token>{ $token }</token> vor. Gezogen hat es aus seiner eigenen Verteilung, wo dieses Token die Wahrscheinlichkeit q = <number>{ $q }</number> hat.
caption-pass-title = Das Zielmodell bewertet jede Position in einem Durchlauf
caption-pass =
    { $n ->
        [1] Ein Durchlauf des <target>Zielmodells</target> bewertet { $positions } zugleich: die entworfene und die danach. Allein hätte es für jedes Token einen Durchlauf gebraucht.
       *[other] Ein Durchlauf des <target>Zielmodells</target> bewertet { $positions } zugleich: alle { $n } entworfenen und die danach. Allein hätte es für jedes Token einen Durchlauf gebraucht.
    }
caption-accepted-title = Position { $position } wird angenommen
caption-rejected-title = Position { $position } wird abgelehnt
caption-accepted-surely = Das <target>Zielmodell</target> mag <token>{ $token }</token> mindestens so sehr wie das <draft>Entwurfsmodell</draft> (p = <number>{ $p }</number>, q = <number>{ $q }</number>); es bleibt also, was die Münze auch sagt.
caption-accepted = <token>{ $token }</token> wurde öfter vorgeschlagen, als das <target>Zielmodell</target> es will, und bleibt deshalb nur in p/q = <number>{ $limit }</number> aller Fälle. Die Münze <number>{ $coin }</number> liegt nicht über <number>{ $limit }</number>: behalten.
caption-rejected-never = Das <target>Zielmodell</target> sagt <token>{ $token }</token> hier nie: p = 0, keine Münze kann es retten.
caption-rejected = Die Münze <number>{ $coin }</number> liegt über p/q = <number>{ $limit }</number>: <token>{ $token }</token> wurde öfter vorgeschlagen, als das <target>Zielmodell</target> es will (q = <number>{ $q }</number>, p = <number>{ $p }</number>), und dies ist eines der Male zu viel.
caption-drop-title = Der Rest des Entwurfs fällt weg
caption-drop =
    { $n ->
        [1] Der letzte Vorschlag wurde nach <token>{ $token }</token> geschrieben, das weg ist. Er fällt ungeprüft weg: Ihn zu behalten würde die Verteilung des Textes ändern.
       *[other] Die letzten { $n } Vorschläge wurden nach <token>{ $token }</token> geschrieben, das weg ist. Sie fallen ungeprüft weg: Auch nur einen zu behalten würde die Verteilung des Textes ändern.
    }
caption-residual-title = Was der Entwurf offen gelassen hat
caption-residual = Wo p über q liegt, schlägt das <draft>Entwurfsmodell</draft> zu selten vor. Was es offen lässt, max(0, p − q), hat die Masse Z = <number>{ $mass }</number>, genau die Wahrscheinlichkeit einer Ablehnung hier. Durch Z geteilt wird es zum Residuum, und daraus wird die Korrektur gezogen.
caption-residual-empty-title = Nichts ist offen geblieben
caption-residual-empty = p und q sind bis auf Rundung gleich; das Residuum bleibt unbenutzt, und das Token wird aus p selbst gezogen.
caption-correction-title = Die Korrektur wird gezogen
caption-correction = Die Münze des Residuums zieht <token>{ $token }</token> für Position { $position }. Angenommene Vorschläge und Korrekturen zusammen geben jedem Token genau die Wahrscheinlichkeit p, die das <target>Zielmodell</target> ihm gibt.
caption-bonus-title = Alles angenommen: ein Bonus-Token
caption-bonus = Jeder Vorschlag wurde angenommen, und das <target>Zielmodell</target> hat die Position danach schon bewertet. Es zieht <token>{ $token }</token> aus seinem eigenen p, ohne weiteren Durchlauf: { $tokens } aus einem Durchlauf des Zielmodells.
caption-bonus-alone = Das <target>Zielmodell</target> zieht <token>{ $token }</token> aus seinem eigenen p, ohne weiteren Durchlauf: { $tokens } aus einem Durchlauf des Zielmodells.
caption-end-title = Hier endet der Text
caption-end = Der Text endet.
caption-end-dropped =
    { $n ->
        [0] { $why } Ein Bonus wird nicht gezogen.
        [1] { $why } 1 entworfenes Token danach fällt ungeprüft weg.
       *[other] { $why } { $n } entworfene Token danach fallen ungeprüft weg.
    }
caption-dead-end-title = Eine Sackgasse
caption-dead-end = Die Einstellungen schließen hier jedes Token aus; nichts kann gezogen werden.
caption-rollback-title = Caches zurückgesetzt
caption-rollback-none = Nichts wurde abgelehnt; beide Caches behalten alles, was sie berechnet haben.
caption-rollback = Die Caches vergessen, was nicht ausgegeben wurde: Der des <target>Zielmodells</target> geht um { $target } zurück, der des <draft>Entwurfsmodells</draft> um { $draft }.
caption-rollback-made = Dieser Zyklus hat aus einem Durchlauf des Zielmodells { $tokens } gemacht.

## Der Zyklus auf der Bühne

stage-empty-title = Die Bühne
stage-waiting-failed = Die Modelle laufen nicht. Siehe die Meldung oben.
stage-waiting-ready = Die Modelle lesen den Prompt …
stage-waiting-loading = Die Modelle sind unterwegs …
stage-positions = Die Positionen des Zyklus, von links nach rechts
stage-draft-proposes = <draft>Entwurf</draft> schlägt vor
stage-target-scores = <target>Ziel</target> bewertet, in einem Durchlauf
stage-accept-if = Annahme bei <formula>u ≤ p/q</formula>
stage-verdict = Urteil
stage-into-text = In den Text
stage-drafted-spoken = Entworfen: { $token } q { $q }. Verteilungen öffnen
stage-target-spoken = Das Zielmodell gibt { $token } p { $p }. Verteilungen öffnen
stage-next-spoken = danach p(· | alle): die Verteilung des Zielmodells nach allen entworfenen Token. Öffnen
stage-next = danach
stage-next-p = p(· | alle)
stage-coin-accepts = Münze { $coin } liegt nicht über der Annahmewahrscheinlichkeit { $limit }
stage-coin-rejects = Münze { $coin } liegt über der Annahmewahrscheinlichkeit { $limit }
stage-accepted = angenommen
stage-rejected = abgelehnt
stage-dropped = fällt weg
stage-past-end = nach dem Ende
stage-bonus = Bonus
stage-no-bonus = kein Bonus
stage-correction = Korrektur
stage-joins-spoken = { $token } kommt in den Text: { $how }. Verteilungen öffnen

## Der bisherige Text

transcript-title = Text:
transcript-tally = { $tokens } aus { $passes }
transcript-given = vorgegeben
transcript-accepted = angenommen vom Entwurf
transcript-correction = Korrektur aus dem Residuum
transcript-bonus = Bonus vom Zielmodell
transcript-in-cycle = { $how }, Zyklus { $cycle }
transcript-key-accepted = ✓ angenommen
transcript-key-correction = ↻ Korrektur
transcript-key-bonus = ★ Bonus

## Verteilungen: der Dialog und der Vergleich

distribution-title = Zyklus { $cycle }, Position { $position }: das ganze Vokabular
distribution-after = nach
distribution-rows = Token nach Wahrscheinlichkeit
distribution-token = Token
distribution-target-own = Ziel, roh
distribution-target-set = p, nach Einstellungen
distribution-draft-own = Entwurf, roh
distribution-draft-set = q, nach Einstellungen
distribution-rest = die anderen { $n }
distribution-choices = { $choices } von { $tokens }
distribution-p-choices = p: effektive Auswahl, von übrigen Token
distribution-q-choices = q: effektive Auswahl, von übrigen Token
distribution-overlap = Überlappung Σ min(p, q)
comparison-empty-title = p und q an der Position auf der Bühne
comparison-empty = Hier liegen die beiden Verteilungen übereinander, sobald der erste Vorschlag geprüft wird.
comparison-residual-title = Position { $position }: aus dem Residuum gezogen
comparison-share-title = Position { $position }: was p und q gemeinsam haben
comparison-bonus-title = Position { $position }: der Bonus, aus p
comparison-residual-mass = Residualmasse Z
comparison-from-residual = gezogen aus dem Residuum, Münze { $coin }
comparison-from-p = gezogen aus p, Münze { $coin }
comparison-unused = p = q: Nichts kann abgelehnt werden, und das Residuum bleibt unbenutzt.
comparison-all = Alle Token …
comparison-caption = Wahrscheinlichkeiten des Zielmodells, p, und des Entwurfsmodells, q
comparison-token = Token
comparison-bars = als Balken
comparison-key-overlap = behalten: min(p, q)
comparison-key-residual = offen: p über q
comparison-key-excess = zu oft vorgeschlagen: q über p

## Caches

caches-title = Caches: Was nicht ausgegeben wird, wird zurückgesetzt
caches-empty = Jedes Modell merkt sich die Token, die es gelesen hat. Die abgelehnten müssen wieder vergessen werden.
caches-target = Ziel
caches-draft = Entwurf
caches-before = { $before } Token
caches-during = { $before } → { $during } Token
caches-after = { $before } → { $during } → { $after } Token
caches-spoken = { $history }, { $n } zurückgesetzt

## Was es ergibt

results-centre = Der Zyklus auf der Bühne
results-label = Was es ergibt
results-beside = Neben der Spekulation
plots-acceptance = Annahmerate α
plots-accepted-of-drafted = angenommen von entworfen, { $accepted } von { $drafted } (95 %: { $low } bis { $high })
plots-accepted-none = angenommen von entworfen: noch kein ganzer Zyklus
plots-of-tested = von geprüft
plots-of-tested-words = { $accepted } von { $tested } Prüfungen bestanden
plots-overlap = mittlere Überlappung
plots-overlap-words = Σ min(p, q), wo geprüft, frei von Glück
plots-tokens = Token je Zyklus τ
plots-tokens-words = Token je Durchlauf des Zielmodells, höchstens { $most }
plots-tokens-interval = Token je Durchlauf des Zielmodells, höchstens { $most } (95 %: { $low } bis { $high })
plots-no-test = Noch keine Prüfung.
plots-formula = (1 − α{ $power }) / (1 − α) = { $value } bei α = { $alpha } von geprüft
plots-histogram = Zyklen nach behaltenen Vorschlägen
plots-positions = Behalten bis zur Position
plots-nothing-yet = Wird ab dem ersten ganzen Zyklus gezeichnet.
plots-save = { $name } als { $kind } speichern
alone-title = <target>Zielmodell</target> allein, gleiche Einstellungen
alone-empty = Sein Text erscheint hier, sobald beide gelaufen sind.
alone-why-zero = Bei Temperatur 0 muss das so sein.
alone-why-one = Diese Einstellungen lassen nur ein Token zur Wahl, also muss das so sein.
alone-same = Geprüft: Alle { $tokens } sind dieselben wie mit Spekulation. { $why }
alone-parted = Die Texte trennen sich bei Token { $token }: Dort waren zwei Token so gut wie gleich, und die Rundung hat gewählt.
alone-agree = Die beiden Texte stimmen zufällig in allen { $tokens } überein. Gleich sein müssen ihre Verteilungen.
alone-other = Eine andere Ziehung: Sie trennt sich bei Token { $token } vom Text oben. Gleich sind die Verteilungen, aus denen beide gezogen sind, nicht die Texte.
alone-passes = { $tokens } aus ebenso vielen Durchläufen des Zielmodells; Spekulation brauchte { $passes }.
timing-title = Auf diesem Gerät gemessen
timing-with = mit Spekulation
timing-alone = Zielmodell allein
timing-rate = { $n } Token/s
timing-target = Durchläufe des Zielmodells
timing-draft = Durchläufe des Entwurfsmodells
timing-rest = Ziehen und Prüfen
timing-faster = Spekulation ist hier { $ratio }-mal so schnell.
timing-slower = Spekulation ist hier langsamer ({ $ratio }-faches Tempo): Auf einem Prozessor kostet es fast so viel, mehrere Positionen zugleich zu prüfen, wie sie einzeln zu lesen.
timing-not-counted = Nicht mitgezählt: das Laden und { $time } zum Lesen des Prompts.
timing-empty = Geschwindigkeiten erscheinen nach einem Live-Lauf; Laden und Prompt zählen nicht.
table-label = Alle Zyklen
table-title = Alle bisher gezeigten Zyklen
table-save-json = Aufzeichnung speichern (JSON)
table-save-csv = Tabelle speichern (CSV)
table-show = Als Tabelle zeigen
table-scroll = Tabelle der Zyklen
table-cycle = Zyklus
table-drafted = Entworfen
table-kept = Behalten
table-ended = Endete mit
table-overlap = Überlappung, wo geprüft
table-alpha = α bisher
table-tau = τ bisher
table-kept-of = { $kept } von { $drafted }
table-correction = ↻ Korrektur { $token }
table-bonus = ★ Bonus { $token }
table-past-end = Textende, { $n } fallen weg
table-dead-end = Sackgasse

## Diagramme in Worten

chart-of-drafted = entworfen
chart-of-tested = geprüft
chart-overlap = Überlapp.
chart-measured = gemessen
chart-formula = Formel
chart-acceptance = Annahmerate über die Zyklen
chart-acceptance-reading = Zyklus { $cycle }: hier { $here }; bisher { $drafted } von entworfen, { $tested } von geprüft, Überlappung { $overlap }
chart-tokens = Token je Zyklus über die Zyklen
chart-cut-short = abgebrochen
chart-tokens-reading = Zyklus { $cycle }: hier { $here }; bisher { $measured } gemessen, { $predicted } nach der Formel
chart-histogram = Zyklen nach Zahl der behaltenen Vorschläge
chart-histogram-reading =
    { $n ->
        [one] { $n } Zyklus behielt { $kept } der entworfenen Token
       *[other] { $n } Zyklen behielten { $kept } der entworfenen Token
    }
chart-interval = , 95-%-Intervall { $low } bis { $high }
chart-position-reading =
    { $n ->
        [one] Position { $position }: behalten in { $kept } von { $n } Zyklus
       *[other] Position { $position }: behalten in { $kept } von { $n } Zyklen
    }
chart-positions = Wie oft der Entwurf bis zu jeder Position behalten wird
chart-draws = Abstand der Zählungen von der Verteilung
chart-draws-reading =
    { $n ->
        [one] nach { $n } Ziehung: Totalvariation { $distance }
       *[other] nach { $n } Ziehungen: Totalvariation { $distance }
    }
chart-lead = Bewertung des besten Beams minus die von Greedy
chart-lead-greedy =
    { $n ->
        [one] nach { $n } Token: Greedy führt um { $lead }
       *[other] nach { $n } Token: Greedy führt um { $lead }
    }
chart-lead-beam =
    { $n ->
        [one] nach { $n } Token: Der Beam führt um { $lead }
       *[other] nach { $n } Token: Der Beam führt um { $lead }
    }
chart-summary = { $what }: { $last }.
chart-nothing-yet = noch nichts
chart-failed = Dieses Diagramm ließ sich nicht zeichnen ({ $why }).

## Startseite, Stunden, Teilen

home-title = Wie ein Sprachmodell seine Worte findet
home-lede = Ein Modell gibt jedem möglichen nächsten Token eine Wahrscheinlichkeit. Was davon Text wird, entscheidet sich erst danach, durch Regeln und Münzen, denen man hier zusehen kann: Zwei echte Modelle, ein kleines <draft>Entwurfsmodell</draft> und ein größeres <target>Zielmodell</target>, laufen in dieser Seite.
home-step = Selbst Schritt für Schritt
home-read = Von Anfang an lesen
home-private = Kein Konto, kein Server, nichts verlässt Ihr Gerät.
home-figure-waits = Hier wird das Entwurfsmodell gleich Token raten, und das Zielmodell nimmt sie an oder berichtigt sie. Die Abbildung ist unterwegs …
home-on-the-way = Diese Seite ist unterwegs …
home-meanwhile = Solange schreiben zwei Modelle zusammen einen Satz, wie er aufgezeichnet wurde. Gehen Sie ihn Schritt für Schritt durch; die Seite kommt von selbst.
home-figure-label = Spekulatives Sampling, Schritt für Schritt, wie es aufgezeichnet wurde
home-textbook = Das Lehrbuch
home-labs = Die Labore
home-free = Decoding Lab ist freie Software. Es ist ein Ordner voller Dateien: Jede Schule kann ihn auf ihren eigenen Webspace legen.
home-door-decoding = Greedy- und Beam-Suche, Temperatur und Filter und ihre Reihenfolge, Grammatiken: mit Abbildungen, die tun, was der Text sagt.
home-door-speculative = Zwei Fälle, der Beweis, der Preis und alle Arten, ein Entwurfsmodell zu bauen.
home-door-exercises = Erst vorhersagen, dann die Seite rechnen lassen: mit Hinweisen, Teilpunkten und endlosen Varianten.
home-door-teach = Drei fertige Stunden mit Fragen, auf die man wettet, bevor die Seite die Antwort zeigt.
home-languages = Sprachen
figure-trouble = Die Aufzeichnung ist nicht angekommen. Auch die Labore brauchen sie: Lade die Seite neu.
teach-title = Für Lehrkräfte
teach-link = Für Lehrkräfte
teach-lede = Drei fertige Stunden. Jede ist eine Reihe vorbereiteter Seiten mit einer Frage, auf die man wettet, bevor die Antwort erscheint. Die Klasse braucht nichts; Sie brauchen diese Seite und einen Beamer.
teach-projector = Am Beamer
teach-projector-mode = Eine Stunde öffnet sich im Vortragsmodus: größere Schrift, größere Tasten. „Vortragen“ in der Kopfzeile tut dasselbe für jede Seite.
teach-projector-clicker = Ein Presenter genügt: Vor zeigt die Antwort, dann den nächsten Abschnitt; Zurück geht zurück. Auf einer Seite ohne Stunde geht er schrittweise.
teach-projector-veil = S ist ein Lichtkegel, der dem Zeiger folgt. B macht den Bildschirm schwarz, B oder Escape holt das Bild zurück.
teach-projector-share = „Teilen“ zeigt einen QR-Code für das, was zu sehen ist; er entsteht in dieser Seite. Alle öffnen denselben Zustand auf ihrem Gerät.
teach-plan = { $minutes } Minuten: { $title }
teach-start = Die { $minutes }-Minuten-Stunde beginnen
teach-minutes = { $minutes } min
teach-see = siehe, was die Seite zeigt
teach-place = { $minutes }-Minuten-Stunde, Abschnitt { $moment } von { $moments }
teach-answer = Antwort zeigen
teach-next = Weiter
teach-back = Zurück
teach-over = Die Stunde ist zu Ende
teach-leave = Stunde verlassen
teach-right = ✓ richtig
present-button = Vortragen
present-black = Der Bildschirm ist schwarz. Die Seite wieder zeigen
share-button = Teilen
share-title = Teilen, was zu sehen ist
share-code = QR-Code der Adresse darunter
share-too-long = Die Adresse ist zu lang für einen QR-Code: Kürze den Prompt.
share-this-machine = Diese Adresse gilt nur auf diesem Computer. Legen Sie den Ordner auf den Webspace Ihrer Schule und teilen Sie von dort.
share-opened-model = Die Adresse enthält die Modelle nicht, die Sie geöffnet haben ({ $names }): Sie liegen nur auf diesem Gerät. Wer sie öffnet, bekommt die Modelle dieser Website.
share-address = Adresse
share-lesson = Mit der Stunde darum herum: Vortragsmodus, Frage und der Weg weiter
share-copy = Adresse kopieren
share-copied = Kopiert
share-not-copied = Dieser Browser lässt die Seite nicht kopieren: Adresse auswählen und von Hand kopieren

## Files and offline use

offline-title = Dateien und Nutzung ohne Netz
offline-open = Dateien und Nutzung ohne Netz …
offline-ready = Bereit ohne Netz: Alles hier funktioniert ohne Verbindung.
offline-models-not-kept = Ohne Netz nicht bereit: Die Modelle konnten nicht aufbewahrt werden ({ $why }).
offline-waiting = Ohne Netz noch nicht bereit: Die Dateien der Seite werden aufbewahrt, sobald die Modelle da sind.
offline-arriving = Ohne Netz noch nicht bereit: Die Dateien der Seite werden gerade aufbewahrt.
offline-page-only = Die Seite öffnet sich ohne Netz; die Modelle sind noch nicht aufbewahrt.
offline-not-secure = Nichts wird aufbewahrt: Browser bewahren nur Dateien von https-Adressen und von diesem Gerät selbst auf. Alles läuft und wird beim nächsten Besuch neu geholt.
offline-no-worker = Nichts wird aufbewahrt: Dieser Browser oder dieses private Fenster bewahrt keine Seiten auf. Alles läuft und wird beim nächsten Besuch neu geholt.
offline-refused = Die Seite wird nicht aufbewahrt: Der Browser hat es nicht erlaubt ({ $why }). Alles läuft und wird beim nächsten Besuch neu geholt.
offline-incomplete = einige Dateien kamen nicht an oder gehören zu einer anderen Version
offline-no-reason = ohne Angabe von Gründen
offline-embedded = Ein Labor in einer anderen Seite bewahrt nichts auf; zum Aufbewahren in einem eigenen Fenster öffnen.
offline-development = Dies ist eine Fassung zur Entwicklung; von ihr wird nichts aufbewahrt.
offline-switched-off = Nichts wird aufbewahrt, wie gewünscht. Alles wird beim nächsten Besuch neu geholt.
offline-notice-models = Die Modelle laufen, aber dieser Browser konnte sie nicht für den nächsten Besuch aufbewahren ({ $why }).
offline-update = Eine neue Version dieser Seite ist bereit. Diese läuft weiter, bis Sie neu laden; die Stelle, an der Sie sind, bleibt erhalten.
offline-reload = Neu laden
offline-later = Später
offline-sizes = Was auf diesem Gerät gespeichert ist
offline-size-page = Die Seite, ihre Programme und aufgezeichneten Beispiele
offline-size-models = Die beiden Modelle
offline-size-free = Platz, den dieser Browser noch lässt
offline-about = etwa { $size }
offline-in-all = { $size } auf diesem Gerät. Nur diese Seite benutzt sie, und nichts wird je gesendet.
offline-nothing = Nichts ist gespeichert.
offline-keep = Für die Nutzung ohne Netz aufbewahren
offline-clear = Gespeicherte Dateien löschen
offline-install = Als App installieren …
size-gigabytes = { $n } GB

## Inside other pages

embed-button = Einbetten
embed-title = In eine eigene Seite einbauen
embed-back = In Decoding Lab öffnen
embed-new-tab = (in einem neuen Tab)
embed-locked = Von der umgebenden Seite festgelegt.
embed-what = Was zu sehen ist
embed-part-stage = Die Bühne mit ihrer Erklärung
embed-part-text = Der bisherige Text
embed-part-playback = Wiedergabe
embed-part-settings = Alle Einstellungen
embed-part-models = Welche Modelle laufen, und wie
embed-part-details = Karten neben der Bühne
embed-part-results = Was sich daraus ergibt
embed-part-lesson = Die Lektion
embed-one-by-one = Einstellungen einzeln: zeigen oder sperren
embed-setting = Einstellung
embed-shown = Zeigen
embed-lock = Sperren
embed-show-it = { $setting } zeigen
embed-lock-it = { $setting } sperren
embed-height = Höhe
embed-colours = Farben
embed-colours-auto = wie das Gerät der Lesenden
embed-colours-light = hell
embed-colours-dark = dunkel
embed-language = Sprache
embed-language-own = die der Lesenden
embed-frame = Ein Rahmen
embed-frame-words = In der oben gewählten Höhe. Funktioniert überall.
embed-element = Ein eigenes Element
embed-element-words = So hoch wie sein Inhalt. Braucht ein Skript von 2 KB von dieser Seite.
embed-copy = Kopieren
embed-copied = Kopiert.
embed-not-copied = Dieser Browser lässt die Seite nicht kopieren: Zeilen auswählen und von Hand kopieren.
embed-preview = So sehen es die Lesenden
embed-unknown-name = { $list } = { $name }: Auf dieser Seite heißt nichts so; es wurde weggelassen.
embed-unknown-theme = theme = { $name } ist nicht bekannt: auto, light oder dark; die Farben des Geräts werden benutzt.

## Exercises

exercise-page = Aufgabe
exercises-title = Aufgaben
exercises-lede = Zuerst vorhersagen. Dann rechnet die Seite die Antwort vor Ihren Augen aus, mit dem Code, der in ihren Labs läuft.
exercises-worksheet = Arbeitsblatt und Lösungsblatt zum Drucken
exercises-all = Alle Aufgaben
exercises-place = { $place } von { $all }
exercises-others = Andere Aufgaben
exercises-before = Davor:
exercises-next = Danach:
exercise-questions =
    { $n ->
        [one] { $n } Frage
       *[other] { $n } Fragen
    }
exercise-not-begun = ○ nicht begonnen
exercise-solved-variants =
    { $n ->
        [one] ● gelöst, { $n } Variante
       *[other] ● gelöst, { $n } Varianten
    }
exercise-begun = ◐ begonnen, bestes Ergebnis { $credit }
exercise-variant = Variante
exercise-next-variant = Nächste Variante
exercise-textbook = Zahlen des Lehrbuchs
exercise-bad-variant = Eine Variante ist eine ganze Zahl von 0 bis { $most }; die alte bleibt.
exercise-unknown = Die Aufgabe „{ $name }“ gibt es nicht; die erste wird gezeigt.
exercise-bad-number = { $name } = { $given } ist keine ganze Zahl von 0 bis { $most }; 0 wird verwendet.
exercise-given-table = Was gegeben ist, als Tabelle
exercise-question = Frage { $n }
exercise-solved = ● gelöst
exercise-so-far =
    { $n ->
        [one] ◐ bisher { $credit }, { $n } Versuch
       *[other] ◐ bisher { $credit }, { $n } Versuche
    }
exercise-check = Prüfen
exercise-hint = Tipp
exercise-hint-of = Tipp { $n } von { $most }
exercise-no-hints = Keine Tipps mehr
exercise-hints = Tipps
exercise-show = Zeigen, was herauskommt
exercise-unread = ? Nicht gezählt.
exercise-right = ✓ Richtig.
exercise-partly = ◐ Teilweise richtig ({ $credit }).
exercise-wrong = ✗ Nicht richtig.
exercise-computed = Jetzt berechnet:
exercise-steps = Schritt für Schritt
exercise-your-list = Ihre Liste, etwa { $example }
exercise-your-number = Ihre Zahl
exercise-number-example = 0,25, 1/4 oder 25 %
exercise-your-numbers = Ihre Zahlen, der Reihe nach
exercise-numbers-example = 0,5; 0,3; 0,2
exercise-tick = Alles ankreuzen, was dazugehört
exercise-choose = Eines auswählen
order-yours = Ihr Beweis, Zeile für Zeile
order-empty = Noch leer. Fügen Sie die Zeile hinzu, mit der der Beweis beginnt.
order-left = Zeilen zur Auswahl; einige gehören nicht dazu
order-add = Hinzufügen: { $line }
order-added = Als Zeile { $n } hinzugefügt.
order-removed = Herausgenommen.
order-moved = Jetzt Zeile { $n } von { $all }.
order-reason = Begründung …
order-reason-of = Begründung für Zeile { $n }
order-up = Nach oben: Zeile { $n }
order-down = Nach unten: Zeile { $n }
order-remove = Zeile { $n } herausnehmen
progress-title = Ihr Fortschritt
progress-nothing = Noch nichts bearbeitet.
progress-variants =
    { $n ->
        [one] Bisher { $n } Variante.
       *[other] Bisher { $n } Varianten.
    }
progress-kept = Aufbewahrt in diesem Browser, auf diesem Gerät, und sonst nirgends.
progress-no-storage = Dieser Browser lässt die Seite nichts speichern: Was Sie tun, bleibt, bis die Seite geschlossen wird. Als Datei gespeichert geht es nicht verloren.
progress-full = Der Speicher des Browsers ist voll: Was Sie jetzt tun, bleibt, bis die Seite geschlossen wird. Als Datei gespeichert geht es nicht verloren.
progress-unreadable = Was hier gespeichert war, ließ sich nicht lesen. Es wurde beiseitegelegt, und eine neue Aufzeichnung beginnt.
progress-save = Als Datei speichern
progress-add = Aus einer Datei hinzufügen …
progress-add-hint = Beim Hinzufügen bleibt für jede Frage das bessere Ergebnis.
progress-added =
    { $n ->
        [one] { $n } Variante aus der Datei hinzugefügt.
       *[other] { $n } Varianten aus der Datei hinzugefügt.
    }
progress-not-added = Nichts wurde hinzugefügt: { $why }.

## The worksheet

worksheet-title = Arbeitsblatt
worksheet-seed = Startwert
worksheet-next-seed = Nächster Startwert
worksheet-key = Lösungen
worksheet-print = Drucken
worksheet-hint = Startwert 0 hat die Zahlen des Lehrbuchs. Die Adresse ergibt wieder dasselbe Blatt.
worksheet-bad-seed = Ein Startwert ist eine ganze Zahl von 0 bis { $most }; der alte bleibt.
worksheet-heading = Dekodieren und spekulatives Sampling: Arbeitsblatt
worksheet-heading-key = Dekodieren und spekulatives Sampling: Lösungen
worksheet-name = Name
worksheet-date = Datum
worksheet-answer = Antwort
worksheet-line = Zeile { $n }:
worksheet-because = weil
worksheet-line-key = { $line } weil { $reason }: { $text }
worksheet-foot = Decoding Lab · Arbeitsblatt { $seed }
worksheet-foot-key = Decoding Lab · Arbeitsblatt { $seed } · Lösungen

## Pictures of answers, and live figures

picture-out = weg
picture-token = Token
picture-entropy = Entropie
picture-nats = { $entropy } nats
picture-bars = Verteilungen als Balken
picture-accepted = angenommen
picture-counted = gezählt
picture-formula = nach der Formel
picture-cycles = Zyklen
picture-cycles-to-try = Zyklen zum Ausprobieren
picture-other-coins = Andere Münzen
picture-cycles-words = Angenommen pro Zyklus: gezählt { $counted } ± { $error }, nach der Formel { $formula }. Token pro Zyklus: { $tokens }.
picture-legal = erlaubt
picture-masked = maskiert
picture-mask = Token unter der Maske
picture-may-come = Nach „{ $text }“ kann folgen: { $expects }:
picture-may-begin = Am Anfang kann stehen: { $expects }:
picture-texts = Alle Texte
picture-text = Text
picture-probability = Wahrscheinlichkeit
picture-drawn = gezogen, von 100
picture-found-by = gefunden von
picture-paths = Beide Wege jedes Tokens
picture-given = gegeben
picture-with-residual = mit dem Rest
picture-without-residual = ohne ihn
picture-corrected = korrigiert
picture-law = Gesetz
picture-laws-words = A = Σ min(p, q) = { $overlap }, Z = Σ max(0, p − q) = { $residual }, zusammen { $sum }. Gezählt: je { $n } Token, ein Startwert. ≠ zeigt, wo das Gesetz nicht p ist.
figure-waiting = Die Aufzeichnung ist unterwegs …
figure-failed = Die Aufzeichnung ist nicht angekommen. Laden Sie die Seite neu.
figure-own = p des Modells
figure-drawn-from = gezogen aus
figure-sampler-words = { $left } von { $all } Token können gezogen werden; so breit gestreut wie { $choices } gleich wahrscheinliche (das Modell selbst: { $own }).
figure-order-same = Beide Reihenfolgen ergeben dieselbe Verteilung.
figure-order-first = T, dann Top-p
figure-order-last = Top-p, dann T
figure-order-words =
    { $n ->
        [one] Temperatur zuerst behält { $n } Token, Temperatur zuletzt { $last }.
       *[other] Temperatur zuerst behält { $n } Token, Temperatur zuletzt { $last }.
    }
figure-mask-before = Voriges Token
figure-mask-next = Nächstes Token
figure-mask-place = Token { $n } von { $all }
figure-mask-mask = Maske
figure-mask-if-legal = p, falls erlaubt
figure-mask-words = { $legal } von { $all } Token sind erlaubt, mit { $mass } der Masse des Modells. Folgen kann: { $expects }.
figure-position-cost = Kosten einer weiteren Position
figure-speedup-best = S = { $tau } / { $cost } = { $speedup }; am besten bei γ = { $gamma }: { $best }.
figure-speedup-slower = S = { $tau } / { $cost } = { $speedup }; langsamer als das Zielmodell allein, vor allem: { $why }.
figure-lookup-n = Gesuchte Wörter n
figure-lookup-gamma = Geratene Wörter γ
figure-lookup-at = Bisher geschriebene Wörter
figure-lookup-found = Die letzten { $n } Wörter standen schon einmal da. Von { $guesses } geratenen setzt der Text mit { $right } fort.
figure-lookup-none = Die letzten { $n } Wörter kamen noch nicht vor: kein Vorschlag, und das Zielmodell schreibt allein.
figure-lookup-whole = Über den ganzen Text: { $right } von { $guessed } geratenen Wörtern richtig, { $cycles } Zyklen für { $words } Wörter.
figure-beams-words =
    { $n ->
        [one] { $n } Beam: „…{ $text }“, mit Wahrscheinlichkeit { $prob }: Nummer { $place } von { $all } Texten.
       *[other] { $n } Beams: „…{ $text }“, mit Wahrscheinlichkeit { $prob }: Nummer { $place } von { $all } Texten.
    }
figure-law-same = Was herauskommt, hat genau das Gesetz p.
figure-law-other = Was herauskommt, ist ein anderes Gesetz: { $apart } von p entfernt (totale Variation).
figure-law-column = was herauskommt
figure-proof-lines = Zeilen des Beweises
figure-mistake = Was falsch gemacht wird
figure-cycle-stage = Was auf der Bühne ist
figure-cycle-case = Fall { $n }
figure-cycle-recorded = Aufgezeichnet
figure-playback = Wiedergabe dieser Figur
figure-restart = Von vorn
figure-back = Zurück

## Chapters

chapter-equation = Gleichung
chapter-decoding = Dekodieren
chapter-decoding-link = 1 Dekodieren
chapter-speculative = Spekulatives Sampling
chapter-speculative-link = 2 Spekulatives Sampling
chapter-number = Kapitel { $n }
chapter-contents = Inhalt
chapter-next = Weiter: { $title }
chapter-before = Davor: { $title }
chapter-exercise = ○ Aufgabe
chapter-exercise-begun = ◐ begonnen
chapter-other-numbers = Andere Zahlen, auf einer eigenen Seite
chapter-done = (erledigt)
chapter-table = Tabelle

## Von den Logits zum Token

logits-stage-spoken = { $stage } { $value }, Platz { $place } von { $n }. Alt und eine Pfeiltaste verschieben sie
logits-bias = Logit-Bias
logits-temperature = Temperatur
logits-once = { $value } einmal
logits-each = je { $value }
logits-of-best = { $share } des besten
logits-own-title = Die eigene Verteilung des Modells
logits-a-stage = Eine Stufe
logits-draw-title = Die Ziehung
logits-own = Am Ende des Modells steht eine Zahl je Token, sein Logit. Softmax macht aus allen { $n } Wahrscheinlichkeiten. Sie sind { $choices } gleich wahrscheinliche Möglichkeiten wert.
logits-draw = Die Wahrscheinlichkeiten liegen aneinander von 0 bis 1. Die Münze fällt bei { $coin }, in den Anteil von { $token }. Derselbe Startwert zieht immer dasselbe Token.
logits-draw-none = Die Einstellungen haben kein Token zum Ziehen gelassen.
logits-off = Diese Stufe ist ausgeschaltet: Sie lässt jede Zahl, wie sie war.
logits-temperature-zero = Bei T = 0 bleibt nur das größte Logit. Das ist Greedy Decoding: Die Münze zählt nicht mehr.
logits-temperature-low = Jedes Logit wird durch { $temperature } geteilt, was sie auseinanderzieht: Wahrscheinliche Token gewinnen. Von { $from } effektiven Möglichkeiten zu { $to }; nichts wird abgeschnitten.
logits-temperature-high = Jedes Logit wird durch { $temperature } geteilt, was sie zusammenschiebt: Unwahrscheinliche Token gewinnen. Von { $from } effektiven Möglichkeiten zu { $to }; nichts wird abgeschnitten.
logits-top_k = Nur die { $k } wahrscheinlichsten Token bleiben. { $removed } der Wahrscheinlichkeit fällt weg, und was bleibt, wird durch den Rest geteilt: Diese Token steigen, obwohl sich ihre Logits nicht geändert haben.
logits-top_p = Von oben werden Token behalten, bis ihre Masse { $p } erreicht: Das braucht { $kept }. Der Rest von { $removed } fällt weg, und die anderen teilen ihn sich.
logits-min_p = Ein Token muss mindestens { $share } so wahrscheinlich sein wie das beste. { $kept } können noch gezogen werden; { $removed } der Wahrscheinlichkeit fällt weg.
logits-repetition = Logits von Token, die schon im Text stehen, werden durch { $value } geteilt, wenn sie positiv sind, und damit malgenommen, wenn negativ. Beides macht sie weniger wahrscheinlich.
logits-presence = Jedes Token, das seit dem Prompt erzeugt wurde, verliert so viel von seinem Logit, einmal, wie oft es auch vorkam.
logits-frequency = Ein Token verliert so viel von seinem Logit für jedes Mal, das es seit dem Prompt erzeugt wurde.
logits-biased = Die Logits von { $tokens } werden um eine Zahl von Ihnen geändert. b zu addieren vervielfacht die Chancen eines Tokens gegen jedes andere mit exp(b): ±{ $bias } ist ein Faktor von { $factor }.
logits-follows = Was folgt
logits-bias-of = Bias von { $token }
logits-bias-remove = Den Bias von { $token } entfernen
logits-bias-full = Das reicht
logits-bias-choose = Ein Token wählen …
logits-bias-hint = eine Zahl, die zum Logit eines Tokens kommt: +b vervielfacht seine Chancen mit exp(b)
logits-stop-refused = { $stop } ist schon unter den Stoppzeichenketten oder länger als { $bytes } Bytes.
logits-stop-remove = Die Stoppzeichenkette { $stop } entfernen
logits-stops = Stoppzeichenketten
logits-stop-such = etwa . oder \n
logits-add = Hinzufügen
logits-stops-hint = der Text endet vor der ersten davon; was eine werden könnte, wird zurückgehalten
logits-ended = Die Geschichte ist zu Ende: Gehen Sie zurück, um anders fortzufahren.
logits-stopped = Die Stoppzeichenkette { $stop } ist vorgekommen: Der Text endet vor ihr. Gehen Sie zurück, oder entfernen Sie sie, um fortzufahren.
logits-full = Der Kontext des Modells ist voll: Weiter sieht es nicht. Gehen Sie zurück, um anders fortzufahren.
logits-not-text = nicht Teil des Textes
logits-held = zurückgehalten: Es könnte eine Stoppzeichenkette werden
logits-text = Text vor dem Cursor
logits-rewind = Zurück vor { $token }
logits-take = Gezogenes Token nehmen:
logits-nothing = Nichts kann gezogen werden
logits-write-on = Weiterschreiben
logits-stop-writing = Schreiben anhalten
logits-back = Zurücknehmen
logits-or-click = Oder klicken Sie unten auf ein Token, um es selbst zu wählen.
logits-stages = Stufen, in ihrer Reihenfolge
logits-move = Die gezeigte Stufe verschieben
logits-earlier = ← Früher
logits-later = Später →
logits-order-hint = Die Reihenfolge zählt. Ziehen Sie eine Stufe, drücken Sie auf ihr Alt mit einer Pfeiltaste, oder nehmen Sie die Knöpfe oben.
logits-logits = Logits
logits-draw-chip = Ziehung
logits-on-its-way = Das Zielmodell ist unterwegs …
logits-save-json = Logits speichern (JSON)
logits-save-csv = Stufen speichern (CSV)
logits-fact-tokens = Token, die gezogen werden können
logits-fact-choices = effektive Möglichkeiten
logits-fact-entropy = Entropie, nats
logits-fact-cut = abgeschnittene Wahrscheinlichkeit
logits-cdf-spoken = Münze { $coin } auf den aneinandergelegten Wahrscheinlichkeiten; sie fällt in einen Anteil von { $share }
logits-cdf = 0 links, 1 rechts, Token nach Nummer; die Münze liegt bei { $coin }.
logits-cut-here = ✂ hier weg
logits-out-before = schon weg
logits-raised = ↑ Logit gleich
logits-choose = { $token } wählen
logits-rows-caption = Die wahrscheinlichsten Token und alle anderen zusammen
logits-logit = Logit
logits-before = vorher
logits-after = nachher
logits-happened = was geschah
logits-compare = Die Reihenfolge zählt: zwei Sampler, dieselben Logits
logits-against = gegen
logits-compare-against = Vergleichen mit
logits-same = Beide geben genau dieselbe Verteilung.
logits-differ = Totalvariation { $distance }: { $both } behalten beide, { $first } nur der erste, { $second } nur der zweite.
logits-only-here = nur hier
logits-keeps = behält { $tokens }
logits-draw-many = Oft ziehen, mit diesem Startwert
logits-drawn = gezogen
logits-by-hand = von Hand gewählt
logits-distance =
    { $n ->
        [one] Nach { $n } Ziehung Totalvariation { $distance }. Sie fällt mit der Wurzel der Ziehungen.
       *[other] Nach { $n } Ziehungen Totalvariation { $distance }. Sie fällt mit der Wurzel der Ziehungen.
    }
logits-draws-empty = Die Zählungen der gezogenen Token legen sich über ihre Wahrscheinlichkeiten.
logits-odds-always = Bei T = 0 gewinnt immer das erste.
logits-odds-never = Bei T = 0 gewinnt das erste nie.
logits-odds-excluded = Eines von beiden ist ausgeschlossen.
logits-odds = Chancen zweier Token
logits-odds-first = Erstes Token
logits-odds-to = zu
logits-odds-second = Zweites Token
logits-odds-hint = Filter schneiden Token weg, ändern aber nie die Chancen zweier, die bleiben. Das tun nur Temperatur und Strafen.
logits-paths = Wege von diesem Prompt aus
logits-paths-empty = Nehmen Sie das gezogene Token, oder wählen Sie eines. Beim Zurückgehen geht nichts verloren.
logits-temperature-last = Temperatur zuletzt
logits-filters-first = Filter zuerst
logits-usual-order = die übliche Reihenfolge
logits-cold-hot = T = 0,5 gegen T = 1,5
logits-your-order = Ihre Reihenfolge
logits-place = Stufe { $shown } von { $n }
logits-pipeline = Die Kette

## Das Labor der Entwürfe

drafts-section-ways = Die Arten nebeneinander, und eine davon im Einzelnen
drafts-section-found = Der Text, und was sich ergab
drafts-place = Schritt { $step } von { $steps }, Zyklus { $cycle } von { $n }
drafts-not-opened = Die Datei ließ sich nicht öffnen: { $why }.
drafts-domain = Textsorte
drafts-domain-story = Geschichte
drafts-domain-list = Listen
drafts-domain-json = JSON
drafts-domain-repetition = Wiederholung
drafts-rule = Ein Vorschlag wird angenommen
drafts-rule-exact = mit min(1, p/q)
drafts-rule-typical = wo er typisch ist: nicht exakt
drafts-not-exact = ≠ Das ist eine andere Verteilung. Ein Vorschlag wird angenommen, wo das Zielmodell ihm mindestens min(0,09; 0,3·exp(−H)) gibt, was q auch sagt. Der Schaden jeder Art steht in ihrer Zeile: wie weit die Verteilung eines Tokens von der des Zielmodells entfernt ist, in Totalvariation. Bäume werden immer exakt geprüft.
drafts-tree = Vorschläge eines Baums, Ebene für Ebene
drafts-tree-hint = Wie viele Vorschläge auf jeden folgen
drafts-shape = { $levels } ({ $n } Vorschläge)
drafts-which = Welche Arten
drafts-compare = Vergleichen
drafts-open = Vergleich öffnen …
drafts-recorded-more = , früher, mit diesen Modellen, ohne Zeiten
drafts-nothing-yet = Noch wurde nichts verglichen.
drafts-waiting = wartet, bis sie an der Reihe ist
drafts-missing = Nicht zu haben: { $why }
drafts-progress = { $n } von { $all } Arten
drafts-side-by-side = Nebeneinander
drafts-table-scroll = Die Arten, eine Tabelle, die sich seitwärts verschieben lässt
drafts-col-way = Woher q kommt
drafts-col-numbers = Zahlen
drafts-col-work = Arbeit je Vorschlag
drafts-col-alpha = α
drafts-col-tau = τ
drafts-col-cost = Zeit je Vorschlag
drafts-col-predicted = Vorhergesagt
drafts-col-measured = Gemessen
drafts-col-law = Verteilung
drafts-table-note = Zahlen: für diese Art allein trainiert oder gezählt. Arbeit: Produkte mit Gewichten, die summiert werden. α: mittlere Überlappung von p und q über alle Prüfungen. τ: Token je Zyklus. Vorhergesagt: nach der Zeit der Durchläufe allein; gemessen: nach der ganzen Zeit, gegen das Zielmodell allein. Verteilung: 2.000 Token, nach dem Prompt gezogen und mit p verglichen.
drafts-times = { $n }×
drafts-law-fits = { $n } gezogene Token passen zur Verteilung des Zielmodells (p-Wert { $p })
drafts-law-broken = { $n } gezogene Token passen nicht zur Verteilung des Zielmodells (p-Wert { $p })
drafts-damage = {" "}Schaden { $damage }
drafts-no-cycle = Diese Art hat noch nichts geschrieben.
drafts-where-from = Woher q kommt: { $way }
drafts-way-model = Kleines Modell
drafts-way-poor = Schlechtes Modell
drafts-way-target = Zielmodell selbst
drafts-way-ngram = Zählungen (n-Gramme)
drafts-way-lookup = Nachschlagen im Prompt
drafts-way-exit = Früher Ausstieg
drafts-way-heads = Köpfe
drafts-way-mtp = Fortgeführter Zustand
drafts-way-model-tree = Baum des Modells
drafts-way-heads-tree = Baum der Köpfe
drafts-about-model = Ein eigenes Modell, aus dem Zielmodell destilliert. Ein Durchlauf für jeden Vorschlag.
drafts-about-poor = Ein Modell, das für die Aufgabe viel zu klein ist. Sein Text ist trotzdem der des Zielmodells; er braucht nur länger.
drafts-about-target = p = q: Jeder Vorschlag wird angenommen, für eine Korrektur bleibt nichts übrig, und gewonnen ist nichts, denn ein Vorschlag kostet so viel wie ein eigenes Token des Zielmodells.
drafts-about-ngram = Kein Modell: von den letzten Token die längste Folge, die in anderen Texten vorkam, und was dort auf sie folgte. Seltenere Folgen lassen den kürzeren mehr übrig.
drafts-about-lookup = Kein Modell, keine anderen Texte: was früher in diesem Text auf dieselben Token folgte. Das ganze q liegt auf einem Token.
drafts-about-exit = Die ersten drei Schichten des Zielmodells, ein Adapter und die Ausgabeprojektion des Zielmodells selbst. Was die Schichten berechnet haben, wird beim Prüfen des Vorschlags nicht noch einmal berechnet.
drafts-about-heads = Drei kleine Köpfe auf dem letzten Zustand des Zielmodells (Cai et al. 2024, „Medusa“). Jeder rät für seine eigene Stelle, ohne die Vorschläge davor zu kennen.
drafts-about-mtp = Ein weiterer Block nimmt den letzten Zustand des Zielmodells und das nächste Token und gibt den nächsten Zustand (Multi-Token-Vorhersage, Gloeckle et al. 2024). So kennt jeder Vorschlag die vor ihm.
drafts-about-model-tree = Das kleine Modell, mit mehreren Vorschlägen für jede Stelle, gezogen ohne Zurücklegen. Abgelehnte lassen ein Residuum; der nächste wird an diesem geprüft (Miao et al. 2023, „SpecInfer“).
drafts-about-heads-tree = Die Köpfe, mit mehreren Vorschlägen für jede Stelle. Ein Durchlauf des Zielmodells prüft den ganzen Baum: Jeder Vorschlag sieht nur seinen eigenen Zweig.
drafts-picture-model = Ein kleines Modell aus zwei Schichten neben dem Zielmodell aus sechs
drafts-picture-poor = Ein Modell aus einer Schicht neben dem Zielmodell aus sechs
drafts-picture-target = Das Zielmodell neben sich selbst
drafts-picture-exit = Sechs Schichten des Zielmodells; nach den ersten drei geht ein Pfeil ab
drafts-picture-heads = Sechs Schichten des Zielmodells; von der letzten gehen drei Pfeile zu drei Vorschlägen
drafts-picture-mtp = Sechs Schichten des Zielmodells; von der letzten geht eine Kette von Zuständen aus, jeder aus dem vorigen
drafts-picture-model-tree = Ein kleines Modell aus zwei Schichten neben dem Zielmodell aus sechs
drafts-picture-heads-tree = Sechs Schichten des Zielmodells; von der letzten gehen drei Pfeile zu drei Vorschlägen
drafts-copied = kopiert
drafts-matched = dieselben Token
drafts-source-lookup = Durchgezogen: was kopiert wird. Gepunktet: die letzten Token, und wo sie vorher standen.
drafts-source-ngram = Gepunktet: die letzten Token, die auch andere Texte haben. Ihre Zählungen sind q.
drafts-caption-none = Es gibt nichts, wovon sich raten ließe, also wird nichts vorgeschlagen: Der Durchlauf des Zielmodells gibt { $token }, wie er es allein täte.
drafts-caption-chain = { $n ->
        [one] Ein Vorschlag: { $token }. Ein Durchlauf des Zielmodells wird ihn prüfen.
       *[other] { $n } Vorschläge, der erste davon { $token }. Ein Durchlauf des Zielmodells wird sie alle prüfen.
    }
drafts-caption-tree = { $n } Vorschläge insgesamt, für die nächste Stelle { $tokens }. Ein Durchlauf des Zielmodells wird den ganzen Baum prüfen.
drafts-caption-all = { $n ->
        [one] Der Vorschlag wurde angenommen, und das Zielmodell fügt { $token } hinzu.
       *[other] Alle { $n } Vorschläge wurden angenommen, und das Zielmodell fügt { $token } hinzu.
    }
drafts-caption-branch = { $n ->
        [one] Der Vorschlag wurde angenommen, und das Zielmodell fügt { $token } hinzu.
       *[other] Alle { $n } Vorschläge eines Zweigs wurden angenommen, und das Zielmodell fügt { $token } hinzu.
    }
drafts-caption-some = { $n ->
        [0] Kein Vorschlag wurde angenommen. Stattdessen gibt das Residuum { $token }.
        [one] Ein Vorschlag wurde angenommen. Dann gibt das Residuum { $token }.
       *[other] { $n } Vorschläge wurden angenommen. Dann gibt das Residuum { $token }.
    }
drafts-caption-end = { $n ->
        [one] Ein Vorschlag wurde angenommen, und der Text endet.
       *[other] { $n } Vorschläge wurden angenommen, und der Text endet.
    }
drafts-tree-scroll = Die Vorschläge, eine Zeichnung, die sich seitwärts verschieben lässt
drafts-bonus = Bonus: vom Zielmodell gezogen, nachdem alle angenommen waren
drafts-correction = Korrektur: gezogen aus dem, was das Zielmodell noch wollte
drafts-guess = vorgeschlagen: { $token }
drafts-guess-accepted = { $token }: angenommen, p = { $p }, q = { $q }
drafts-guess-rejected = { $token }: abgelehnt, p = { $p }, q = { $q }
drafts-guess-untested = { $token }: nie geprüft
drafts-as-table = Die Vorschläge als Tabelle
drafts-col-place = Stelle
drafts-col-guess = Vorschlag
drafts-col-from = q aus
drafts-col-overlap = Überlappung
drafts-col-outcome = Ergebnis
drafts-origin-model = ein Durchlauf des Modells
drafts-origin-ngram = { $n ->
        [0] Zählungen aller Token
        [one] Zählungen nach dem letzten Token
       *[other] Zählungen nach den letzten { $n } Token
    }
drafts-origin-lookup = { $n ->
        [one] Token { $place } des Textes, nach demselben Token
       *[other] Token { $place } des Textes, nach denselben { $n } Token
    }
drafts-origin-exit = die ersten { $n } Schichten
drafts-origin-head = Kopf { $n }
drafts-origin-carried = { $n ->
        [one] Zustand einmal fortgeführt
       *[other] Zustand { $n }-mal fortgeführt
    }
drafts-text = Der Text auf diese Art: { $way }
drafts-legend-guessed = vorgeschlagen und angenommen
drafts-legend-own = vom Zielmodell selbst
drafts-by-place = α nach Stelle
drafts-by-place-note = Die mittlere Überlappung von p und q an der ersten, zweiten, dritten Stelle eines Zyklus, wo sie geprüft wurde.
drafts-who-wins = Wer wo gewinnt
drafts-who-wins-note = τ jeder Art bei vier Textsorten, mit den Einstellungen, wie sie sind. Das Zielmodell selbst läuft außer Konkurrenz.
drafts-best = hier am besten
drafts-survey = Bei allen vier vergleichen
drafts-surveying = Wird verglichen …

## Aneinandergefügte Texte

sentences-two = { $first } { $second }
rank-best = beste
rank-second = zweitbeste
rank-third = drittbeste
rank-later =
    { $last ->
       *[other] { $n }.-beste
    }

## Links, die sich so nicht verwenden lassen

link-constraint = { $given } ist keine Vorgabe; sie muss mit { $kinds } beginnen; sie wurde weggelassen

## Greedy und Beam Search

beams-search = Die Suche
beams-scenario = Was durchsucht wird
beams-scenario-target = Das trainierte Zielmodell
beams-scenario-all-texts = Alle 27 Texte einer Tabelle
beams-scenario-ending = Texte, die enden
beams-table-hint = Eine von Hand gemachte Tabelle, klein genug, um jeden Text anzusehen, den es gibt. Die Suche ist echt; Prompt und Tiefe stehen fest.
beams-prompt = Prompt
beams-objectives = Weitere Ziele ({ $on })
beams-objectives-off = aus
beams-objectives-hint = Diese ändern, wonach gesucht wird. Die Bewertung eines Textes bleibt die Summe seiner Logarithmen.
beams-objective-penalty = Längenstrafe a = { $a }
beams-objective-groups =
    { $n ->
        [one] { $n } Gruppe, Diversität { $penalty }
       *[other] { $n } Gruppen, Diversität { $penalty }
    }
beams-penalty-longer = Bewertungen sind negativ. Durch eine größere Zahl geteilt, rücken sie näher an 0; a > 0 begünstigt also längere Texte.
beams-penalty-shorter = Mit a {"\u003C"} 0 schrumpft der Teiler, während ein Text wächst: Seine negative Bewertung rückt von 0 weg, sodass kürzere Texte gewinnen.
beams-penalty-off = Aus: Ein Text ist so viel wert wie seine Bewertung.
beams-stop = Suche stoppen
beams-examples = Beispiele
beams-examples-hint = Wählen Sie eines, oder schreiben Sie selbst einen Anfang.
beams-example-win = Beams gewinnen
beams-claim-win = Vier Beams finden einen Text mit viel höherer Bewertung: Greedys erstes Wort ist das wahrscheinlichere, aber was ihm folgt, ist weniger wahrscheinlich.
beams-example-worse = Höhere Bewertung, schlechterer Text
beams-claim-worse = Vier Beams finden eine weit höhere Bewertung, indem sie sich wiederholen: Was wahrscheinlich ist, muss nicht gut sein.
beams-example-shorter = Höhere Bewertung, kürzerer Text
beams-claim-shorter = Jedes Token kostet etwas; darum ziehen acht Beams einen Text vor, der bald vorbei ist und wenig sagt.
beams-example-products = Produkte gehen aus
beams-claim-products = Sechzehn Gruppen, die sich alle unterscheiden müssen: Das Produkt der Wahrscheinlichkeiten der letzten ist in einfacher Genauigkeit 0, ihre Summe der Logarithmen nicht.
beams-place = Ebene { $level } von { $levels } · Schritt { $step } von { $steps }
beams-place-before = vor Ebene 1 von { $levels }
beams-table-not-searched = Die Tabelle ließ sich nicht durchsuchen ({ $why }).
beams-search-not-shown = Die Suche ließ sich nicht zeigen ({ $why }).
beams-save-json = Suche speichern (JSON)
beams-save-csv = Texte speichern (CSV)
beams-save-svg = Baum speichern (SVG)
beams-save-png = Baum speichern (PNG)

# Die Schritte einer Suche: Überschriften, und was jeder sagt.
beams-the-prompt = der Prompt
beams-title-prompt = Der Prompt
beams-title-extend = Ebene { $level }: verlängern
beams-title-extend-beam = Ebene { $level }: Beam { $beam } von { $beams } verlängern
beams-title-prune = Ebene { $level }: reihen und abschneiden
beams-title-finish = Ebene { $level }: fertig
beams-title-end = Das Ende
beams-caption-start =
    { $n ->
        [1] Der Prompt steht allein. Jede Ebene verlängert jeden lebenden Beam um jedes Token, reiht alle Texte und behält den besten, was dasselbe ist wie Greedy.
       *[other] Der Prompt steht allein. Jede Ebene verlängert jeden lebenden Beam um jedes Token, reiht alle Texte und behält die besten { $n }.
    }
beams-dead-end = Nach { $text } kann nichts kommen: eine Sackgasse. Dieser Beam ist verloren.
beams-dead-end-prompt = Nach dem Prompt kann nichts kommen: eine Sackgasse. Dieser Beam ist verloren.
beams-after-prompt = Nach dem Prompt: { $children }.
beams-after-text = Nach { $text }: { $children }.
beams-child = { $token } kostet { $cost } und ergibt { $score }
beams-children = { $first }; { $second }
beams-rest = { $mass } der Wahrscheinlichkeit liegt bei { $others }.
beams-ranked =
    { $n ->
        [one] { $n } Text wird nach { $by } gereiht; { $stay }.
       *[other] { $n } Texte werden nach { $by } gereiht; { $stay }.
    }
beams-by-score = Bewertung
beams-by-objective = Bewertung / Länge^a
beams-stay =
    { $n ->
        [one] { $n } bleibt
       *[other] { $n } bleiben
    }
beams-ended-before =
    { $n ->
        [one] { $n } davon hatte schon vorher geendet und bleibt, wie er ist.
       *[other] { $n } davon hatten schon vorher geendet und bleiben, wie sie sind.
    }
beams-first-cut = Dem ersten abgeschnittenen, { $text }, fehlt { $margin }.
beams-falls-out = Der fertige Text { $text } fällt um { $margin } heraus.
beams-best-is = Der beste ist { $text }, mit { $score }.
beams-text-at = { $text } mit { $score }
beams-list = { $first }, { $second }
beams-and = { $first } und { $second }
beams-caption-finish = Das Endtoken: { $texts } ist fertig. Fertige Texte werden nie mehr verlängert und behalten ihren Platz, solange ihre Bewertung reicht.
beams-best-text = Der beste Text: { $text }, mit der Bewertung { $score }.
beams-stop-finished = Jeder Beam ist fertig.
beams-stop-decided = Entschieden: Bewertungen fallen nur, und kein lebender Beam kann mehr einen fertigen überholen.
beams-stop-depth = So tief, wie gewünscht.
beams-stop-context = Der Kontext des Modells ist voll: Weiter als so viele Token sieht es nicht.
beams-stop-dead-end = Eine Sackgasse: Nach jedem Beam ist jedes Token ausgeschlossen.

# Die Ebene als Tabelle.
beams-level-table = Diese Ebene als Tabelle
beams-level-texts = Die Texte dieser Ebene
beams-level-empty = Noch wurde nichts verlängert.
beams-column-after = nach
beams-column-token = Token
beams-column-score = Bewertung s
beams-column-outcome = Ergebnis
beams-outcome-kept = ● behalten, Platz { $place }
beams-outcome-finished = ■ fertig, Platz { $place }
beams-outcome-lacks = ✕ es fehlt { $margin }
beams-outcome-rest = Rest

# Greedy neben dem besten Beam.
beams-greedy-title = Greedy neben dem besten Beam
beams-greedy = Greedy
beams-best-beam = Bester Beam
beams-both-begin = Beide beginnen beim Prompt.
beams-same-text = Der Text von Greedy ist der beste Beam: Bisher sind sie gleich.
beams-part-ranked = Sie trennen sich bei Token { $token }, wo der Beam das { $rank } Token nimmt und Greedy das beste: { $lead } für den Beam.
beams-part-stopped = Sie trennen sich bei Token { $token }, wo der Beam das beste Token hat und Greedy aufgehört hat: { $lead } für den Beam.
beams-overtakes = Er liegt zurück bis Token { $token }, wo er überholt: jetzt zweitbester, später besser.
beams-never-overtakes = Er holt nie auf.
beams-not-overtaken = Er hat bisher nicht aufgeholt.
beams-beam-leads = Insgesamt führt der Beam um { $lead }: Sein Text ist { $times }-mal so wahrscheinlich.
beams-greedy-leads = Insgesamt führt Greedy um { $lead }: Sein Text ist { $times }-mal so wahrscheinlich. Mehr Beams versprechen nichts.
beams-equal = Insgesamt sind sie gleich.
beams-by-token = Token für Token
beams-prefixes = Greedy und der beste Beam, Token für Token
beams-column-greedy = Greedy
beams-column-beam = Beam
beams-column-sum = Summe
beams-column-lead = Vorsprung des Beams
beams-column-note = Anmerkung
beams-note-part = trennen sich
beams-note-overtakes = überholt

# Bewertungen, Kosten, Rechnung.
beams-scores-title = Die Beams jetzt, der beste zuerst
beams-scores-empty = Hier stehen Texte, sobald eine Ebene gereiht ist.
beams-live-and-finished = { $live } lebend, { $finished } fertig.
beams-choose-one = Wählen Sie einen, um seine Rechnung zu sehen.
beams-column-text = Text
beams-column-group = Gruppe
beams-column-length = Länge
beams-column-divisor = Länge^a
beams-column-objective = s / Länge^a
beams-column-state = Stand
beams-row-finished = ■ fertig
beams-row-live = ● lebt
beams-greedy-alone = Greedy allein
beams-cost-title = Was es kostet
beams-cost-passes = Durchläufe des Modells
beams-cost-forks = verzweigte Caches
beams-cost-fed = eingegebene Token
beams-cost-without = Token ganz ohne Cache
beams-cost-nothing = Noch wurde nichts gerechnet.
beams-cost-caches = Jeder Beam hat einen eigenen Cache, abgezweigt von dem seines Vorgängers. Ohne Caches gäben dieselben Durchläufe { $factor }-mal so viele Token ein.
beams-cost-millis = Bisher { $total }, { $pass } je Durchlauf.
beams-arithmetic-title = Der gewählte Text: Logarithmen gegen Produkte
beams-arithmetic = Die Rechnung, Token für Token
beams-arithmetic-prompt = Der Prompt kostet nichts: Bewertungen zählen ab seinem Ende.
beams-repeats =
    { $n ->
        [1] Frühere Gruppen haben sein letztes Token auf dieser Ebene einmal genommen: Er wurde um { $lower } niedriger gereiht, bei { $at }. Seine Bewertung ändert sich nicht.
       *[other] Frühere Gruppen haben sein letztes Token auf dieser Ebene { $n }-mal genommen: Er wurde um { $lower } niedriger gereiht, bei { $at }. Seine Bewertung ändert sich nicht.
    }
beams-underflow = Ein Produkt von Wahrscheinlichkeiten schrumpft mit jedem Token, und Zahlen haben ein Ende: Unter { $half } in halber, { $single } in einfacher und { $double } in doppelter Genauigkeit gehen Stellen verloren (!), und bald danach ist alles 0. Dann lassen sich Texte nicht mehr unterscheiden. Die Summe der Logarithmen wächst nur, langsam, und reiht genauso.
beams-precision-half = Halbe Genauigkeit (f16)
beams-precision-single = Einfache Genauigkeit (f32)
beams-precision-double = Doppelte Genauigkeit (f64)
beams-product-both = { $precision }: Ab Token { $imprecise } fehlen Stellen, und ab Token { $zero } ist das Produkt 0.
beams-product-zero = { $precision }: Ab Token { $zero } ist das Produkt 0.
beams-product-imprecise = { $precision }: Ab Token { $imprecise } fehlen Stellen.
beams-product-runs-out =
    { $n ->
        [one] { $precision }: nach { $n } Token noch genau. In diesem Tempo ist es bei Token { $at } zu Ende.
       *[other] { $precision }: nach { $n } Token noch genau. In diesem Tempo ist es bei Token { $at } zu Ende.
    }
beams-product-exact = { $precision }: noch genau.

# Jeder Text einer Tabelle.
beams-proof-title = Beweis, indem man jeden Text ansieht
beams-proof-none = Keine der hier versuchten Breiten findet den besten Text.
beams-proof-every = Jede der hier versuchten Breiten findet den besten Text.
beams-proof-misses = B = { $missed } verfehlt den besten Text; B = { $smallest } findet ihn auf dieser Tabelle.
beams-proof-sure = Auf jeder Tabelle mit V = { $v } Wörtern und t = { $t } Schritten findet ihn B = V^(t−1) = { $enough } sicher: Dann wird jeder Anfang bis zum letzten Schritt behalten, der jeden Text ansieht. B = V^t = { $all } behält selbst den schlechtesten Text.
beams-texts = Jeder Text, der beste zuerst
beams-texts-caption =
    { $n ->
        [one] { $n } Text im Ganzen, der beste zuerst
       *[other] Alle { $n } Texte, der beste zuerst
    }
beams-column-terms = log p, Token für Token
beams-column-found-by = gefunden von

## Der Baum einer Suche

tree-tools = Der Baum
tree-zoom-out = Verkleinern
tree-zoom-in = Vergrößern
tree-fit = Einpassen
tree-follow = Dem besten folgen
tree-hide-pruned = Abgeschnittene verbergen
tree-fold = Gewählten zuklappen
tree-unfold = Gewählten aufklappen
tree-unfold-all = Alle aufklappen
tree-of-texts = Der Baum der Texte
# Zeichen im Kasten eines Textes: kurz.
tree-prompt = Prompt
tree-kept = ● bleibt
tree-end = ■ Ende
tree-left = ○ zurück
tree-greedy = Greedy
tree-rest = { $others }: { $mass }
tree-legend-finished = ■ fertig
tree-legend-pruned = ✕ abgeschnitten, mit dem, was fehlte
tree-legend-left = ○ zurückgelassen
tree-legend-greedy = G Greedy
tree-legend-keys = {" "}· Zum Verschieben ziehen. Mit den Tasten, im Baum: Pfeile verschieben, Umschalt und ein Pfeil wählt einen Text, die Eingabetaste klappt ihn zu, + und − zoomen, 0 passt ein, F folgt.
tree-prompt-words = Der Prompt, { $tokens }: Von hier wächst alles.
tree-node = { $token }: p { $prob }, log p { $log_prob }, Nummer { $rank } nach seinem Text; Bewertung { $score }; { $what }
tree-node-margin = , { $margin } unter dem letzten, der blieb
tree-node-group = ; Gruppe { $group }
tree-node-greedy = ; auch Greedy geht hier
tree-node-end = .
tree-state-candidate = noch nicht gereiht
tree-state-live = behalten: geht weiter
tree-state-finished = fertig: eingefroren mit seiner Bewertung
tree-state-inner = Teil eines Textes, der noch behalten wird
tree-state-overtaken = einst behalten, doch kein behaltener Text beginnt jetzt so
tree-state-dead-end = eine Sackgasse: nichts kann folgen
tree-state-pruned = abgeschnitten
tree-state-displaced = fertig, dann verdrängt

## Dekodieren mit Vorgaben

constraints-story = Der Text, Schritt für Schritt
constraints-begin = Beginnen mit
constraints-begin-own = Eigene Einstellungen
constraints-preset-list = Eine Liste von Ziffern
constraints-preset-digits = Nur Ziffern
constraints-preset-date = Ein Datum
constraints-preset-sentence = Ein Satz
constraints-preset-cat = Eine Katze in JSON
constraints-preset-dead-end = Eine Sackgasse: Top-k vor der Maske
constraints-kind = Der Text muss sein
constraints-kind-digits = nur Ziffern
constraints-kind-list = eine Liste [ d (, d)* ]
constraints-kind-regex = ein regulärer Ausdruck
constraints-kind-json = ein JSON-Schema
constraints-kept = Was auf der Bühne steht, entstand mit der letzten brauchbaren Vorgabe.
constraints-bad-count = { $field } ist eine ganze Zahl oder leer, wenn es keine Grenze gibt; die alte bleibt.
constraints-no-bound = keine Grenze
constraints-least = Mindestens
constraints-most = Höchstens
constraints-most-items = Höchstens so viele Einträge
constraints-list-hint = Einzelne Ziffern mit Kommas dazwischen, ohne Leerraum; oder [ ] mit nichts darin.
constraints-example = Ein Beispiel wählen
constraints-example-none = Ein Beispiel wählen …
constraints-example-yes-no = Ja oder nein
constraints-example-words = Drei kurze Wörter
constraints-example-boolean = Ein Wahrheitswert
constraints-example-lists = Eine Liste von Listen von Zahlen
constraints-pattern = Muster
constraints-pattern-hint = die ganze Fortsetzung muss passen; Syntax der Rust-Bibliothek regex
constraints-schema = Schema
constraints-schema-hint = Gelesen werden: type, properties, required, items, enum, const, anyOf, minLength, maxLength, minItems, maxItems, minimum, maximum. Alles ist begrenzt, damit kein Text endlos wird: Zeichenketten auf { $length } Zeichen und Listen auf { $items } Einträge, wenn das Schema nichts anderes sagt, Zahlen auf { $whole } Stellen vor dem Punkt und { $fraction } danach, { $nesting } Ebenen der Schachtelung. Eigenschaften kommen in der Reihenfolge des Schemas, mit höchstens einem Leerzeichen nach „,“ und „:“.
constraints-order = Die Maske kommt
constraints-order-first = vor den Filtern
constraints-order-first-hint = Maske, dann Temperatur, Top-k, Top-p, Min-p
constraints-order-last = nach ihnen
constraints-order-last-hint = die falsche Reihenfolge: Es kann nichts übrig bleiben
constraints-way-out = In einer Sackgasse
constraints-backtrack = zurückgehen
constraints-repair = reparieren
constraints-reject = verwerfen
constraints-backtrack-does = Das nimmt das letzte Token zurück, verbietet es an dieser Stelle und zieht dort noch einmal.
constraints-repair-does = Das erzwingt den kürzesten Text, der diesen vervollständigt, was auch immer das Modell davon hält.
constraints-reject-does = Das beendet den Text hier und sagt, dass er unvollständig ist.
constraints-with-draft = Mit dem Entwurfsmodell
constraints-with-draft-hint = spekulatives Sampling unter derselben Maske
constraints-with-beams = Mit Beams
constraints-with-beams-hint = Beam Search unter derselben Maske
constraints-place = Token { $token } von { $tokens } · Schritt { $step } von { $steps }
constraints-place-before = vor Token 1 von { $tokens }
constraints-contradicts = Dieser Text lässt sich nicht zeigen: Seine Angaben widersprechen sich ({ $why }).
constraints-not-shown = Der Text ließ sich nicht zeigen ({ $why }).

# Der bisherige Text.
constraints-text-title = Bisheriger Text, Token für Token
constraints-key-drawn = gezogen
constraints-key-forced = ⚑ erzwungen
constraints-drawn-under = unter der Maske gezogen
constraints-forced-by = durch Reparieren erzwungen
constraints-taken-back = zurückgenommen:
constraints-end-complete = vollständig
constraints-end-repaired = vollständig, durch Zwang
constraints-end-context = unvollständig: Der Kontext der Modelle ist voll
constraints-end-empty = unvollständig: Es gab nichts fortzusetzen
constraints-end-stopped = unvollständig: Es wurde gestoppt
constraints-end-length = unvollständig: Der Text hat seine größte erlaubte Länge erreicht
constraints-end-rejected = unvollständig: Kein Token war mehr übrig

# Die Schritte eines Tokens: Überschriften, und was jeder sagt.
constraints-title-before = Vor dem ersten Token
constraints-title-raw = Die eigene Verteilung des Modells
constraints-title-mask = Die Maske
constraints-title-renormalise = Was bleibt, geteilt durch seine Masse
constraints-title-draw = Die Ziehung
constraints-title-move = Der Automat bewegt sich
constraints-title-dead-end = Eine Sackgasse
constraints-title-way-out = Der Ausweg
constraints-nothing-drawn = Kein Token wurde gezogen.
constraints-opening = Die Grammatik beginnt nach dem Prompt. Drücken Sie →, um die Wahl des ersten Tokens zu sehen.
constraints-waits-problem = Diese Vorgabe lässt sich noch nicht verwenden: siehe die Meldung darunter.
constraints-raw = Das Modell gibt jedem seiner { $n } Token eine Wahrscheinlichkeit; von der Grammatik weiß es nichts.
constraints-raw-best = Am liebsten ist ihm { $token } mit { $prob }.
constraints-mask =
    { $n ->
        [0] Die Grammatik verlangt: { $expects }. Kein einziges Token ist erlaubt; alle anderen sind gestrichen. Das Modell gab den erlaubten { $mass } seiner Wahrscheinlichkeit.
        [1] Die Grammatik verlangt: { $expects }. Von { $all } Token ist { $n } erlaubt; alle anderen sind gestrichen. Das Modell gab den erlaubten { $mass } seiner Wahrscheinlichkeit.
       *[other] Die Grammatik verlangt: { $expects }. Von { $all } Token sind { $n } erlaubt; alle anderen sind gestrichen. Das Modell gab den erlaubten { $mass } seiner Wahrscheinlichkeit.
    }
constraints-mask-fight = Das ist unter { $share }: Die Grammatik kämpft gegen das Modell.
constraints-fight = unter { $share }: Die Grammatik kämpft gegen das Modell
constraints-renormalise = Was bleibt, wird durch seine Summe { $mass } geteilt. Das ist Softmax allein über die erlaubten Logits, und es ist die Verteilung des Modells unter der Bedingung, dass das Token erlaubt ist.
constraints-draw = Die Münze fällt bei { $coin } und zieht { $token }: { $prob }, wo das Modell allein { $raw } gab.
constraints-draw-filtered = Die Münze fällt bei { $coin } und zieht { $token }: { $prob } nach Temperatur und Filtern, wo das Modell allein { $raw } gab.
constraints-move-end = Das Ende des Textes: Die Grammatik erlaubt es nur, wo der Text vollständig ist.
constraints-move =
    { $n ->
        [1] { $token } ist ein Byte, und der Automat macht einen Zug: von { $from } zu { $to }.
       *[other] { $token } umfasst { $n } Bytes, also macht der Automat { $n } Züge: von { $from } zu { $to }. Es war erlaubt, weil jeder davon erlaubt ist.
    }
constraints-dead-no-token = Kein Token des Vokabulars beginnt, was die Grammatik verlangt.
constraints-dead-filters = Die Filter kamen zuerst und behielten nur Token, die die Grammatik verbietet; die { $n } erlaubten waren schon weg.
constraints-dead-excluded = Die Grammatik erlaubt einige Token, und der Rest der Kette schließt jedes davon aus.
constraints-dead-taken-back = Jedes Token, das hier gezogen werden konnte, wurde zurückgenommen.
constraints-dead-nothing = Nichts kann gezogen werden. Eine leere Verteilung ist keine Verteilung: Etwas muss nachgeben.
constraints-out-backtrack = Zurückgehen: { $token } wird zurückgenommen und an seiner Stelle verboten, und dort wird noch einmal gezogen, mit einer neuen Münze.
constraints-out-repair =
    { $n ->
        [1] Reparieren: { $tokens } wird erzwungen, der kürzeste Weg zu einem vollständigen Text. Das Modell wurde nicht gefragt.
       *[other] Reparieren: { $tokens } werden erzwungen, der kürzeste Weg zu einem vollständigen Text. Das Modell wurde nicht gefragt.
    }
constraints-out-nothing-left = Es ist nichts mehr zurückzunehmen. Der Text wird verworfen: Nichts wurde ausgegeben.
constraints-out-no-completion = Keine Token ergeben eine Vervollständigung, also lässt sich nichts erzwingen. Der Text wird verworfen.
constraints-out-reject = Verwerfen: Der Text endet hier und sagt es. Nichts Verbotenes wurde ausgegeben.
constraints-event-took-back = Sackgasse: { $token } zurückgenommen
constraints-event-forced = Sackgasse: { $tokens } erzwungen
constraints-event-rejected = Sackgasse: verworfen

# Beide Verteilungen.
constraints-save-json = Text speichern (JSON)
constraints-of = { $n } von { $all }
constraints-not-asked = noch nicht gefragt
constraints-not-measured = nicht gemessen
constraints-fact-legal = erlaubte Token
constraints-fact-feasible = zulässige Masse
constraints-fact-drawable = ziehbar nach den Filtern
constraints-fact-time = Zeit der Maske
constraints-row-taken-back = zurückgenommen
constraints-row-illegal = verboten
constraints-row-drawn = gezogen
constraints-row-legal = erlaubt
constraints-others-legal =
    { $n ->
        [one] { $n } anderes erlaubt
       *[other] { $n } andere erlaubt
    }
constraints-others-illegal =
    { $n ->
        [one] { $n } anderes verboten
       *[other] { $n } andere verboten
    }
constraints-rows-caption = Die wahrscheinlichsten Token und die wahrscheinlichsten erlaubten, vor der Maske und unter ihr
constraints-column-token = Token
constraints-column-given-legal = p(x | erlaubt)
constraints-column-filtered = gefiltert
constraints-column-said = was die Grammatik sagt
constraints-under-mask = unter der Maske
constraints-free = frei
constraints-key-illegal = verboten: gestrichen
constraints-key-filtered = nach Temperatur und Filtern

# Der Automat und der Stapel.
constraints-stack-title = Der Stapel: offene Werte, der innerste oben
constraints-automaton-title = Der Automat über Bytes
constraints-automaton-empty = Wird gezeichnet, sobald ein Text auf der Bühne steht.
constraints-text-ended = Der Text ist zu Ende.
constraints-text-complete = Der Text ist vollständig: Er darf hier enden.
constraints-text-goes-on = Der Text darf hier nicht enden.
constraints-now = Jetzt: <b>{ $place }</b>. Folgen kann: <b>{ $expects }</b>
constraints-bytes =
    { $n ->
        [one] ({ $n } Byte von 256).
       *[other] ({ $n } Bytes von 256).
    }
constraints-moves = Züge dieses Tokens, Byte für Byte
constraints-opens = ↑ öffnet
constraints-closes = ↓ schließt
constraints-circles = Doppelte Kreise: Dort darf der Text enden.
constraints-not-drawn =
    { $n ->
        [one] { $n } Zustand nicht gezeichnet: Dies ist die Umgebung.
       *[other] { $n } Zustände nicht gezeichnet: Dies ist die Umgebung.
    }
constraints-save-svg = Den Automaten als SVG speichern
constraints-save-png = Den Automaten als PNG speichern
constraints-edges = Tabelle der Kanten
constraints-edge-from = Von
constraints-edge-bytes = Bytes
constraints-edge-to = Nach
constraints-edge-moves = Züge jetzt
constraints-open-values = Offene Werte, der innerste zuerst
constraints-stack-empty = leer: Jeder Wert ist geschlossen
constraints-frame-expects = erwartet: { $expects }
automaton-states =
    { $n ->
        [one] Automat mit { $n } Zustand.
       *[other] Automat mit { $n } Zuständen.
    }
automaton-states-some = Automat mit { $n } Zuständen, davon { $drawn } gezeichnet.
automaton-now = Jetzt in Zustand { $state }, { $name }.
automaton-now-end = Jetzt in Zustand { $state }, { $name }; der Text darf hier enden.
# Beschriftungen in der Zeichnung: kurz.
automaton-here = ◀ jetzt
automaton-any = fast alle
automaton-beyond-ascii = nicht ASCII

# Maskierter Softmax gegen Bedingen.
constraints-conditioning-title = Maskierter Softmax = die Verteilung des Modells, gegeben die erlaubte Menge
constraints-for-token = für das Token
constraints-token = Token
constraints-sum-own = p(x), die eigene des Modells
constraints-sum-mass = ÷ zulässige Masse, Σ p über die erlaubten Token
constraints-sum-quotient = = p(x | erlaubt)
constraints-sum-softmax = Softmax über die erlaubten Logits
constraints-sum-difference = Unterschied
constraints-difference-words = Über alle { $n } Token ist der größte Unterschied { $difference }: Rundung, nicht mehr.
constraints-conditioning-empty = Kein erlaubtes Token hat hier eine Wahrscheinlichkeit, also gibt es nichts zu teilen.

# Ein Text, der versucht wird.
constraints-try-title = Was folgen kann
constraints-try-field = Den Anfang eines Textes versuchen
constraints-try-table = Anfänge von Texten
constraints-try-after = Nach
constraints-try-so-far = Bisher
constraints-try-next = Als Nächstes
constraints-try-column-tokens = Token
constraints-try-nothing = (nichts)
constraints-try-complete = ✓ vollständig
constraints-try-legal = ✓ bisher erlaubt
constraints-try-illegal = ✕ verboten
constraints-try-tokens =
    { $n ->
        [one] { $n } Token: { $tokens }
       *[other] { $n } Token: { $tokens }
    }
constraints-try-should =
    { $n ->
        [one] nach { $n } Byte hätte kommen müssen: { $expected }
       *[other] nach { $n } Bytes hätte kommen müssen: { $expected }
    }
constraints-try-none = kein Token

# Spekulation und Beams unter derselben Maske.
constraints-draft-title = Mit dem <draft>Entwurfsmodell</draft>: dieselbe Maske auf p und auf q
constraints-draft-empty = Läuft, sobald der Text geschrieben ist.
constraints-draft-legal =
    { $n ->
        [one] Das eine ausgegebene Token ({ $n }) ist erlaubt, und { $end }.
       *[other] Alle { $n } ausgegebenen Token sind erlaubt, und { $end }.
    }
constraints-draft-illegal =
    { $n ->
        [one] Nicht alle ausgegebenen Token sind erlaubt, und { $end }.
       *[other] Nicht alle ausgegebenen Token sind erlaubt, und { $end }.
    }
constraints-draft-complete = der Text ist vollständig
constraints-draft-context = der Text ist unvollständig: Der Kontext der Modelle ist voll
constraints-draft-length = der Text ist unvollständig: Er hat seine größte erlaubte Länge erreicht
constraints-draft-order = Hier kommt die Maske vor den Filtern, was auch immer für den Text oben gewählt ist: Es gibt keine Sackgasse.
constraints-draft-same = Es ist genau der Text von oben.
constraints-draft-other = Es ist eine andere Ziehung aus derselben Verteilung: Ihre Münzen werden anders verwendet. Bei Temperatur 0 ist es genau derselbe Text.
constraints-draft-cycles = Zyklen
constraints-dropped =
    { $n ->
        [one] { $n } fällt weg
       *[other] { $n } fallen weg
    }
constraints-draft-link = Diese Zyklen Schritt für Schritt im Labor { $lab }
constraints-rate = Rate
constraints-rate-drafted = angenommen von entworfen
constraints-rate-tested = angenommen von geprüft
constraints-rate-overlap = mittlere Überlappung Σ min(p, q)
constraints-rate-tokens = Token je Zyklus τ
constraints-beams-title = Mit { $n } Beams: die besten Texte, unter der Maske und frei
constraints-beams-empty = Die Suche läuft, sobald der Text geschrieben ist.
constraints-beams-hint = Bewertungen sind Summen von Log-Wahrscheinlichkeiten in nats: Die unter der Maske gehören zur maskierten Verteilung, sie vergleichen also nur Texte derselben Seite. Keine Temperatur, keine Filter: allein die Maske.
constraints-beam-end = wie er endete
constraints-beam-ended = ✓ beendet
constraints-beam-cut = an der Grenze gekappt

# Alle Schritte.
constraints-steps-title = Alle bisher gezeigten Schritte
constraints-steps-table = Tabelle der Schritte
constraints-steps-step = Schritt
constraints-steps-token = Token
constraints-steps-legal = Erlaubt
constraints-steps-feasible = Zulässige Masse
constraints-steps-under = Unter der Maske
constraints-steps-millis = Maske, ms
constraints-mask-times = Eine Maske über das ganze Vokabular brauchte im Mittel { $mean } und höchstens { $most }.
constraints-mask-times-none = Die Zeiten der Masken werden gemessen, während das Zielmodell hier läuft.

## Was eine Grammatik erwartet, wo sie steht, und was mit ihr nicht stimmt

grammar-list = { $first }, { $second }
grammar-or = { $first } oder { $second }
grammar-and = { $first } und { $second }
grammar-nothing = nichts: Der Text ist zu Ende
grammar-end = das Ende des Textes
grammar-digit = eine Ziffer
grammar-letter = ein Buchstabe
grammar-small-letter = ein Kleinbuchstabe
grammar-capital-letter = ein Großbuchstabe
grammar-any = ein beliebiges Zeichen
grammar-any-but = ein beliebiges Zeichen außer { $missing }
grammar-space = ein Leerzeichen
grammar-line-end = ein Zeilenende
grammar-tab = ein Tabulator
grammar-byte = das Byte { $byte }
grammar-beyond-ascii = ein Zeichen jenseits von ASCII
grammar-rest-of-character = der Rest eines Zeichens
grammar-key = der Schlüssel { $name }
grammar-rest-of-key = der Rest des Schlüssels { $name }
grammar-character = ein Zeichen der Zeichenkette
grammar-escape = der Rest einer Escape-Folge wie { $first } oder { $second }
grammar-hex-digit = eine hexadezimale Ziffer
grammar-object = ein Objekt
grammar-a-list = eine Liste
grammar-string = eine Zeichenkette
grammar-integer = eine ganze Zahl
grammar-number = eine Zahl
grammar-one-of-many = einer von { $n } Werten wie { $example }
grammar-state-start = Anfang
grammar-state-digits =
    { $n ->
        [one] { $n } Ziffer
       *[other] { $n } Ziffern
    }
grammar-state-digits-more = { $n } oder mehr Ziffern
grammar-state-after = nach { $text }
grammar-state-digit = nach einer Ziffer
grammar-state-digit-number = nach Ziffer { $n }
grammar-state-comma-number = nach Komma { $n }
grammar-state-closed = geschlossen
grammar-the-text = der Text
grammar-item = Eintrag { $n }
grammar-place = { $path }: { $name }, { $progress }
grammar-all-closed = alles ist geschlossen
grammar-due = nicht begonnen
grammar-begun = begonnen
grammar-opened = geöffnet
grammar-within-key = in einem Schlüssel
grammar-after-key = nach dem Schlüssel { $name }
grammar-property = Eigenschaft { $name }
grammar-after-comma = nach einem Komma
grammar-items = { $n } von höchstens { $most } Einträgen
grammar-characters = { $n } von höchstens { $most } Zeichen
grammar-after-sign = nach dem Vorzeichen
grammar-zero = 0 vor dem Punkt
grammar-digits = { $n } von höchstens { $most } Stellen
grammar-after-point = nach dem Punkt
grammar-fraction-digits = { $n } von höchstens { $most } Stellen nach dem Punkt
grammar-error-kind = { $given } ist keine Vorgabe; sie muss mit { $kinds } beginnen.
grammar-error-regex = Dieser reguläre Ausdruck lässt sich bei Zeichen { $n } nicht lesen: { $fault }.
grammar-error-json = Dieses Schema ist kein JSON: { $why }.
grammar-error-schema = Das Schema bei { $path } lässt sich nicht verwenden: { $why }.
grammar-error-keyword = Das Schlüsselwort { $keyword } des Schemas bei { $path } lässt sich nicht verwenden: { $why }.
grammar-error-unsupported = Das Schlüsselwort { $keyword } des Schemas bei { $path } wird nicht unterstützt.
grammar-error-unsatisfiable = Nichts kann diese Vorgabe erfüllen: { $why }.
grammar-error-unsatisfiable-at = Nichts kann das Schema bei { $path } erfüllen: { $why }.
grammar-error-large = Diese Vorgabe ist zu groß: Höchstens { $limit } ist erlaubt für { $what }.
grammar-fault-at = { $fault } (bei { $character })
grammar-fault-at-end = { $fault } (an seinem Ende)
grammar-fault-unclosed-group = eine Gruppe ist nicht geschlossen
grammar-fault-unopened-group = eine Gruppe ist nicht geöffnet
grammar-fault-unclosed-class = eine Zeichenklasse ist nicht geschlossen
grammar-fault-range = ein Bereich einer Zeichenklasse läuft rückwärts
grammar-fault-nothing-to-repeat = vor dem Wiederholungszeichen steht nichts, was sich wiederholen ließe
grammar-fault-unclosed-count = eine gezählte Wiederholung ist nicht geschlossen
grammar-fault-no-count = eine gezählte Wiederholung braucht eine Zahl
grammar-fault-count = die Zahlen einer Wiederholung laufen rückwärts
grammar-fault-unfinished-escape = eine Escape-Folge bricht am Ende ab
grammar-fault-unknown-escape = eine unbekannte Escape-Folge
grammar-fault-back-reference = Rückverweise werden nicht unterstützt
grammar-fault-look-around = Blicke nach vorn und zurück werden nicht unterstützt
grammar-fault-word-boundary = Wortgrenzen aller Alphabete werden nicht unterstützt; schreiben Sie (?-u:\b) für die von ASCII
grammar-fault-no-object = ein Schema muss ein Objekt sein
grammar-fault-says-nothing = es braucht eines von { $keywords }
grammar-fault-count-to = es muss eine ganze Zahl von 0 bis { $most } sein
grammar-fault-no-schemas = es muss eine Liste von Schemas sein
grammar-fault-no-type = es muss eines von { $types } sein oder eine Liste davon
grammar-fault-begin-alike = zwei der Alternativen beginnen mit { $character }; sie müssen sich im ersten Zeichen unterscheiden
grammar-fault-no-items = eine Liste braucht ein Schema für ihre Einträge
grammar-fault-no-properties = es muss ein Objekt von Schemas sein
grammar-fault-no-boolean = es muss true oder false sein; nicht genannte Eigenschaften werden nie geschrieben
grammar-fault-no-names = es muss eine Liste von Namen sein
grammar-fault-no-such-property = es nennt { $name }, was nicht unter den Eigenschaften ist
grammar-fault-no-values = es muss eine Liste von Werten sein
grammar-fault-beside = es darf nicht neben { $keyword } stehen
grammar-fault-no-whole-number = es muss eine ganze Zahl sein
grammar-fault-bounds = unterstützt werden { $keyword } gleich 0 allein oder beide Grenzen einer ganzen Zahl, höchstens { $most } auseinander
grammar-no-digits = kein Text hat mindestens { $least } und höchstens { $most } Ziffern
grammar-no-list = so eine Liste gibt es nicht
grammar-no-match = kein Text passt zu diesem regulären Ausdruck
grammar-no-bounds = { $first } ist { $least } und { $second } ist { $most }
grammar-no-choice = es gibt nichts zu wählen
grammar-no-value = kein Wert der Liste ist vom richtigen Typ
grammar-excess-digits = die Zahl der Ziffern
grammar-excess-items = die Zahl der Einträge
grammar-excess-states = die Zustände des Automaten dieses regulären Ausdrucks
grammar-excess-schema = die Bytes dieses Schemas
grammar-excess-text = den kürzesten Text von { $path }, in Bytes
grammar-excess-nesting = die Schachtelung von { $path }
grammar-excess-values = die Werte von { $path }

## Abbildungen in anderen Seiten

chapter-no-figure = In diesem Kapitel gibt es keine Abbildung { $name }; das ganze wird gezeigt.
embed-figure = Diese Abbildung einbetten

## What the engine refuses, and why.
fault-config-unreadable = { $model }/config.json ist nicht lesbar ({ $detail }); es muss die config.json eines Llama-Modells von Hugging Face sein
fault-config-unsupported = { $model } kann hier nicht laufen: { $feature }; wählen Sie ein einfaches Llama-Modell
fault-config-impossible = { $model }/config.json widerspricht sich: { $detail }; nehmen Sie die Datei, die zu den Gewichten gehört
fault-weights-unreadable = { $model }/model.safetensors ist beschädigt oder abgeschnitten ({ $n_bytes } Bytes sind da); laden Sie die Datei noch einmal herunter
fault-missing-tensor = { $model }/model.safetensors hat keinen Tensor { $tensor }; die config.json gehört wohl zu einem anderen Modell
fault-unexpected-tensor = { $model }/model.safetensors hat einen Tensor { $tensor }, den config.json nicht ankündigt; das ist kein einfaches Llama-Modell
fault-wrong-shape = der Tensor { $tensor } von { $model } hat die Form { $found }, nach config.json wäre es { $expected }; die beiden Dateien gehören nicht zusammen
fault-wrong-number-type = der Tensor { $tensor } von { $model } enthält Zahlen der Art { $dtype }; gelesen werden nur F32, F16 und BF16: speichern Sie das Modell in einer davon
fault-weights-not-finite = der Tensor { $tensor } von { $model } enthält Zahlen, die nicht endlich sind; beim Training oder beim Herunterladen ging etwas schief
fault-tokenizer-unreadable = { $model }/tokenizer.json ist nicht lesbar ({ $detail }); es muss die Datei sein, die das Crate `tokenizers` schreibt
fault-tokenizer-unsupported = der Tokenizer von { $model } ist hier nicht zu gebrauchen: { $detail }; nur BPE auf Bytes wird gelesen, weil dabei kein Byte eines Textes verloren geht
fault-tokenizer-lossy = der Tokenizer verändert den Text, den er bekommt: aus „{ $given }“ wird „{ $back }“; so ein Tokenizer ist hier nicht zu gebrauchen
fault-vocabulary-too-small = { $model } kennt { $model_size } Token, sein Tokenizer hat aber { $tokenizer_size }; die Dateien gehören nicht zusammen
fault-special-token-outside = { $model }/config.json nennt das Token { $token } als { $role }, der Tokenizer hat aber nur { $tokenizer_size } Token
fault-vocabulary-mismatch = das Entwurfsmodell { $draft } ({ $draft_size } Token) und das Zielmodell { $target } ({ $target_size } Token) haben verschiedene Vokabulare: Token { $token } ist { $draft_token } beim Entwurf und { $target_token } beim Ziel; wählen Sie zwei Modelle mit demselben Tokenizer
fault-path-outside-vocabulary = der Pfad nennt das Token { $token }, die Modelle kennen aber nur { $vocab_size }; gehen Sie zum Anfang zurück
fault-constraint = { $why }
fault-no-room-after-prompt = der Anfang hat { $n_prompt } Token und lässt keinen Platz für { $n_more } weitere: die Modelle sehen höchstens { $context_len }; kürzen Sie ihn
fault-prompt-too-long = der Anfang hat { $n_tokens } Token, die Modelle sehen aber höchstens { $context_len }; kürzen Sie ihn
fault-context-full = der Text hat die Grenze der Modelle von { $context_len } Token erreicht ({ $n_cached } sind da, { $n_more } weitere kamen hinzu); beginnen Sie einen kürzeren
fault-token-outside = { $model } bekam das Token { $token }, hat aber nur { $vocab_size }; das ist ein Fehler dieses Programms
fault-logits-not-finite = { $model } hat nach { $n_tokens } Token Zahlen berechnet, die nicht endlich sind; die Gewichte sind beschädigt: laden Sie das Modell noch einmal oder ein anderes
fault-arithmetic = ein innerer Schritt ist fehlgeschlagen ({ $doing }); das ist ein Fehler dieses Programms ({ $source })
fault-file-unreadable = { $path } ist nicht lesbar ({ $detail }); der Ordner eines Modells enthält config.json, model.safetensors und tokenizer.json
fault-fetch-status = { $url } konnte nicht geholt werden: der Server antwortete { $status }; sehen Sie nach, ob die Dateien der Modelle bei der Seite liegen
fault-fetch-failed = { $url } konnte nicht geholt werden: die Verbindung brach nach { $n_bytes } Bytes ab ({ $detail }); prüfen Sie das Netz und versuchen Sie es noch einmal
fault-fetch-short = { $url } endete zu früh: { $n_bytes } von { $expected_bytes } Bytes kamen an; versuchen Sie es noch einmal
fault-opened-unreadable = { $file } lässt sich nicht lesen ({ $detail }); wenn die Datei sich geändert hat oder weg ist, öffnen Sie sie noch einmal
fault-too-large = { $model } braucht etwa { $needed_mb } MB Speicher, und hier kann es höchstens { $most_mb } MB geben; nehmen Sie ein kleineres Modell
fault-no-memory = { $model } braucht etwa { $needed_mb } MB Speicher, die der Browser nicht gibt; schließen Sie andere Seiten oder nehmen Sie ein kleineres Modell
fault-gpu = { $why }; die CPU kann alles ebenso berechnen
fault-prompt-empty = es gibt nichts fortzusetzen; geben Sie einen Anfang ein
fault-other-target = { $model } gehört zu einem anderen Zielmodell als { $target }; was in einem Zielmodell steckt, rät nur für dieses
fault-no-inner-states = die Referenz behält ihre inneren Zustände für sich; wählen Sie andere Kernel, um diesen Weg zu sehen
fault-other-tokens = die Texte zum Zählen sind in anderen Tokens geschrieben als denen von { $target }
fault-not-loaded = die Modelle sind noch nicht geladen; warten Sie auf sie, oder laden Sie sie noch einmal
fault-request-unreadable = der Worker bekam etwas, das er nicht lesen kann
