# Los textos de la página en español. Claves, valores y marcas son los de en.ftl.

## El idioma mismo

language-name = Español
language-choice = Idioma
language-failed = No se pudieron cargar los textos de este idioma. La página queda como está.

## Números, comillas, cantidades

number-decimal = ,
number-group = .
number-group-from = 10000
number-percent = { $number }{"\u00A0"}%
quote-open = «
quote-close = »
count-tokens =
    { $n ->
        [one] { $n } token
       *[other] { $n } tokens
    }
count-positions =
    { $n ->
        [one] { $n } posición
       *[other] { $n } posiciones
    }
count-target-passes =
    { $n ->
        [one] { $n } pasada del objetivo
       *[other] { $n } pasadas del objetivo
    }
count-others =
    { $n ->
        [one] { $n } otro
       *[other] { $n } otros
    }
size-kilobytes = { $n } KB
size-megabytes = { $n } MB
time-seconds = { $n } s
time-milliseconds = { $n } ms

## Cabecera, diálogos, reproducción

site-title = Decoding Lab
site-title-of = { $page } – Decoding Lab
shell-skip = Saltar al contenido
shell-pages = Libro
shell-labs = Laboratorios
shell-settings = Ajustes
shell-settings-close = Cerrar los ajustes
shell-close = Cerrar
shell-keys = Teclas
shell-how-it-works = Cómo funciona
theme-is = Colores: { $name }
theme-auto = auto
theme-light = claro
theme-dark = oscuro
keys-in-fields = En el prompt y en otros campos de texto, las teclas escriben.
keys-space = Espacio
keys-space-does = Reproducir o pausar
keys-right-does = Un paso adelante
keys-left-does = Un paso atrás
keys-next = Mayús →  o  Av Pág
keys-next-does = Al final de este ciclo, luego del siguiente
keys-previous = Mayús ←  o  Re Pág
keys-previous-does = Al final del ciclo anterior
keys-home = Inicio
keys-home-does = De vuelta al prompt
keys-end = Fin
keys-end-does = Al final de la historia
keys-help-does = Esta lista
playback-label = Reproducción
playback-restart = Desde el principio
playback-back = Paso atrás
playback-play = Iniciar
playback-pause = Pausar
playback-step = Paso
playback-next-cycle = Ciclo siguiente
playback-next-token = Token siguiente
playback-next-proof = Demostración siguiente
playback-next-level = Nivel siguiente
playback-to-end = Hasta el final
playback-place = Lugar en la historia
playback-speed = Velocidad
playback-speed-value = { $n }×
place-cycle = ciclo { $cycle } de { $cycles } · paso { $step } de { $steps }
place-before-cycle = antes del ciclo 1 de { $cycles }

## Mensajes

notice-dismiss = Descartar
notice-dismiss-this = Descartar este mensaje
notice-try-again = Intentar de nuevo
notice-restart = Reiniciar los modelos
notice-what-stays = Lo que está en la página se queda; los modelos necesitan empezar de nuevo.
notice-not-run = No se pudo ejecutar: { $why }
notice-worker-silent = La parte de la página que ejecuta los modelos ha dejado de responder.
notice-not-saved = Este navegador no permitió que la página guardara el archivo.
notice-picture-not-saved = Este navegador no permitió que la página guardara la imagen.
notice-not-read = No se pudo leer el archivo.
notice-mismatch = La aritmética de la página no coincide con la del worker ({ $what }); por favor, comuníquelo.
notice-bad-seed = Una semilla es un número entero de 0 a { $most }; se conserva la anterior.
notice-trace-refused = Esta traza no se puede mostrar: { $why }.
notice-trace-contradicts = Esta traza no se puede mostrar: sus datos se contradicen ({ $why }).
notice-file-not-opened = No se pudo abrir el archivo: { $why }.
notice-example-not-opened = No se pudo abrir el ejemplo grabado: { $why }.
notice-run-not-shown = No se pudo mostrar la ejecución ({ $why }).

## Lo que está mal en un enlace

link-clamped = { $name } = { $given } está fuera de rango; se usa { $used }
link-no-number = { $name } = { $given } no es un número; se usa { $used }
link-drafts-known = lo que se conoce
link-no-choice = { $name } = { $given } no es una opción; se usa { $used }
link-bad-numbers = { $name } = { $given } no sirve: { $wanted }, unidos por _; se usan los habituales
link-numbers-v = 8 números de 1 a 20
link-numbers-alphas = de 1 a 8 números de 0 a 1
link-numbers-tree = propuestas tras cada propuesta, nivel por nivel, 15 en total como máximo
link-bad-order = «{ $given }» no es un orden de las etapas; se usa el habitual
link-bad-bias = bias = { $given } no sirve: el número de un token, _ y un sesgo de -{ $bias } a { $bias }; { $most } como mucho
link-bad-stop = la cadena de parada «{ $given }» no sirve: hasta { $bytes } bytes cada una; { $most } como mucho
link-bad-distribution = «{ $given }» no es una distribución: de { $least } a { $most } números unidos por _ que sumen 1; se usa la habitual
link-unequal-distributions = p y q deben darse las dos, sobre los mismos tokens; se usan las habituales
link-no-mistake = no existe el error «{ $given }»; se hace bien
link-no-scenario = no existe el escenario «{ $given }»; se usan los modelos entrenados
link-prompt-cut = el prompt tenía más de { $bytes } bytes y se recortó
link-constraint-too-long = la restricción tiene { $bytes } bytes, y { $most } es el máximo; se omitió

## Lo que está mal en una grabación

recording-no-proof = esto no es una demostración grabada: { $why }
recording-no-measurement = esto no es una medición grabada: { $why }
recording-layout = esta grabación tiene el formato { $found }; esta página lee el formato { $wanted }
recording-tokens = esta grabación nombra tokens que su vocabulario no tiene
recording-cycles = los ciclos de esta grabación se contradicen
recording-settings = los ajustes de esta grabación están fuera de rango
recording-distributions = p y q de esta grabación no son dos distribuciones sobre los mismos { $least } a { $most } tokens
recording-counts = los recuentos de esta grabación contradicen sus ajustes

## Ajustes que comparten varios laboratorios

settings-stage = Qué hay en escena
settings-models = Modelos entrenados
settings-case-correction = Caso 1: una corrección
settings-case-bonus = Caso 2: una bonificación
settings-case-hint = Un caso de lección. Las distribuciones están escritas a mano para que salga la historia; el decodificador y sus monedas son los reales. Sus ajustes son fijos.
settings-prompt-and-settings = Prompt y ajustes
settings-constraint = Bajo una restricción
settings-constraint-hint = la misma máscara sobre p y sobre q, antes que todo lo demás
settings-constraint-drop = Dejar libre el texto
settings-prompt = La historia hasta ahora
settings-opening = Elegir un comienzo
settings-opening-none = Elegir un comienzo …
settings-seed = Semilla
settings-next-seed = Semilla siguiente
settings-seed-hint = la misma semilla cuenta la misma historia
settings-stop = Detener los modelos
settings-open-trace = Abrir una traza …
settings-open-search = Abrir una búsqueda …
settings-open-text = Abrir un texto …
settings-open-measurement = Abrir una medición …
settings-open-logits = Abrir logits …
settings-open-trials = Abrir ensayos …
settings-trace-file = Un archivo de traza
settings-off = No

## Los modelos

engine-starting = Iniciando los modelos …
engine-loading = Cargando los modelos: { $loaded }
engine-loading-of = Cargando los modelos: { $loaded } de { $total }
engine-meanwhile = Se calculará con { $kernels }. Mientras tanto, lo que está en escena se queda.
engine-no-worker = Este navegador no permite que la página inicie un worker.
engine-other-version = El worker y esta página son de versiones distintas; recarga la página.
engine-stopped = La parte de la página que ejecuta los modelos no se inició o dejó de funcionar.
engine-loaded = Cargados en { $time }. Ambos se ejecutan aquí, en su navegador, calculados con { $kernels }.
engine-not-running = Los modelos no están en marcha.
engine-computed-with = Calculado con
engine-target = <target>objetivo</target> { $size } · { $precision }
engine-draft = <draft>borrador</draft> { $size } · { $precision }
engine-draft-itself = <draft>borrador</draft> el propio objetivo
models-target = Modelo objetivo
models-draft = Modelo borrador
models-option = { $name } · { $parameters } · { $size }
models-option-itself = el propio objetivo · nada más que cargar
models-option-opened = { $name } · { $size } en este dispositivo
models-usual-effect = El objetivo habitual: no pierde el hilo dentro de la frase, y sí al cabo de unas cuantas.
models-smaller-effect = Un objetivo con un tercio de los pesos: se descarga y se calcula antes, y es corto de vista.
models-opened-target-effect = Un modelo que usted ha abierto.
models-small-effect = Un modelo pequeño que ha aprendido a adivinar lo que escribe el objetivo.
models-poor-effect = Uno mucho más pequeño que adivina mal: la mayoría de sus tokens se rechazan, y aun así el texto sigue la ley del objetivo.
models-target-effect = Los mismos pesos para ambos, así que p = q: cada token se acepta, y no se gana nada.
models-opened-effect = Un modelo que usted ha abierto. Conoce los tokens del objetivo.
models-own = Modelos propios
models-own-hint = Un modelo Llama tal como lo guarda Hugging Face: config.json, model.safetensors y tokenizer.json (BPE sobre bytes), elegidos juntos o como carpeta. Se lee en este navegador, no se envía a ninguna parte y se queda hasta que deje esta página.
models-open-target = Abrir un objetivo …
models-open-target-folder = Abrir la carpeta de un objetivo …
models-open-draft = Abrir un borrador …
models-open-draft-folder = Abrir la carpeta de un borrador …
models-target-opened = { $name } es el objetivo ({ $size } en este dispositivo).
models-own-draft = Es su propio borrador, porque un borrador debe conocer los mismos tokens. Puede abrir uno más pequeño.
models-back = Volver a { $name }
models-not-used = No se puede usar: { $why } Siguen los modelos de antes.
models-fault-nothing = no se ha elegido ningún archivo.
models-fault-missing = { $file } no está entre los archivos. Elija juntos config.json, model.safetensors y tokenizer.json.
models-fault-parts = los pesos están en varios archivos. Guarde el modelo con todos ellos en un solo model.safetensors.
models-fault-several = más de un archivo podría ser { $file }. Elija los de un solo modelo.
kernels-reference = la referencia, en f32
kernels-scalar = f32 escalar
kernels-simd = SIMD, en f32
kernels-relaxed = SIMD relajado, en f32
kernels-int8 = int8
kernels-gpu = WebGPU, en f32
kernels-gpu-int8 = WebGPU, en int8
kernels-reference-effect = La pasada hacia delante de una biblioteca general, hecha para modelos de cualquier tamaño. Todas las demás se prueban contra ella.
kernels-scalar-effect = Un producto cada vez, como sin SIMD. Más lento, y el mismo texto hasta el último bit.
kernels-simd-effect = Cuatro productos en una instrucción, cuatro sumas en la siguiente. Los mismos bits en todos los navegadores.
kernels-relaxed-effect = Cuatro productos y cuatro sumas en una instrucción. Los últimos bits pueden variar de un procesador a otro.
kernels-int8-effect = Pesos en 7 bits, entradas en 8: una cuarta parte de la memoria, varias veces más productos por instrucción. Las probabilidades se desplazan un poco, igual en todos los navegadores.
kernels-gpu-effect = El objetivo se ejecuta en el procesador gráfico, el borrador en la CPU. Allí una pasada sobre varios tokens cuesta apenas más que sobre uno solo. Los últimos bits son propios del dispositivo.
kernels-gpu-int8-effect = El objetivo se ejecuta en el procesador gráfico, con pesos en 7 bits que se desempaquetan al leerlos; el borrador en la CPU, en int8.
kernels-relaxed-name = SIMD relajado
kernels-simd-name = SIMD
kernels-scalar-name = código escalar
kernels-pick-other = { $time } ({ $kernels })
kernels-picked = Elegido para este dispositivo: { $kernels }, { $time } frente a { $others }, para los productos de un token.
kernels-would-pick = Este dispositivo elegiría: { $kernels }, { $time } frente a { $others }, para los productos de un token.
gpu-times = Medido en { $device }: una pasada sobre un token tarda { $gpu }, en la CPU { $cpu }; sobre { $several } tokens tarda { $gpumore } ({ $gpugrowth } veces más), en la CPU { $cpumore } ({ $cpugrowth } veces).
gpu-faster = El procesador gráfico es el más rápido para ambas.
gpu-slower = La CPU es la más rápida para ambas.
gpu-faster-for-several = Para un token la CPU es más rápida, para varios en una pasada el procesador gráfico: aquí la especulación compensa.
gpu-faster-for-one = Para un token el procesador gráfico es más rápido, para varios en una pasada la CPU.
device-estimated = Estimado para { $device }, a partir de las llamadas y los bytes de una pasada: sobre un token { $gpu }, en la CPU { $cpu }; sobre { $several } tokens { $gpumore }, en la CPU { $cpumore }.
device-measured = Medido antes en { $device }: sobre un token { $gpu }, en la CPU { $cpu }; sobre { $several } tokens { $gpumore }, en la CPU { $cpumore }.
device-pick = { $grounds } { $verdict }
device-job-one = Las pasadas de este laboratorio son sobre un token: { $here } en la CPU, { $there } en el procesador gráfico.
device-job-cycle =
    { $gamma ->
        [one] Un ciclo de este laboratorio es una pasada del borrador en la CPU y una del objetivo sobre { $n } tokens: { $here } con el objetivo en la CPU, { $there } con el objetivo en el procesador gráfico.
       *[other] Un ciclo de este laboratorio son { $gamma } pasadas del borrador en la CPU y una del objetivo sobre { $n } tokens: { $here } con el objetivo en la CPU, { $there } con el objetivo en el procesador gráfico.
    }
device-job-together = Las pasadas de este laboratorio son sobre { $n } tokens como máximo: { $here } en la CPU, { $there } en el procesador gráfico.
device-picked-cpu = Por eso se elige la CPU.
device-picked-cpu-by-margin = El procesador gráfico no es un { $margin } más rápido, y por eso se elige la CPU.
device-picked-gpu = Por eso se elige el procesador gráfico.
device-would-pick-cpu = Por sí sola, la página elegiría la CPU.
device-would-pick-gpu = Por sí sola, la página elegiría el procesador gráfico.
gpu-gone = { $why } En su lugar calcula la CPU.
gpu-no-adapter = Este navegador no tiene WebGPU, o no tiene procesador gráfico para él.
gpu-refused = El procesador gráfico rechazó lo que se le pidió ({ $detail }).
gpu-too-large = El modelo pide { $wanted } en un búfer del procesador gráfico, que admite como máximo { $most }.
gpu-unsupported = El procesador gráfico no se usa para esto: { $feature }.
gpu-mismatch = El procesador gráfico calcula números distintos de los de la CPU, y no se usa.
gpu-lost = El navegador ha perdido el procesador gráfico.

## De dónde viene una ejecución y por qué terminó

source-recorded = Grabado
source-recorded-more = {" "}antes, con estos modelos
source-recorded-other-more = {" "}antes, con otros ajustes; siguen los suyos
source-recorded-one-more = {" "}antes, con este modelo
source-recorded-counted-more = : la misma semilla cuenta lo mismo
source-file = De un archivo
source-file-int8-more = , calculado en int8
source-file-scalar-more = , calculado en f32 escalar
source-file-reference-more = , calculado por la referencia en f32
source-file-simd-more = , calculado con SIMD en f32
source-file-relaxed-more = , calculado con SIMD relajado en f32
source-file-gpu-more = , el objetivo calculado en un procesador gráfico en f32
source-file-gpu-int8-more = , el objetivo calculado en un procesador gráfico en int8
source-live = En vivo
source-live-more = : ambos modelos se ejecutan en esta página
source-live-int8-more = : ambos modelos se ejecutan en esta página, en int8
source-live-scalar-more = : ambos modelos se ejecutan en esta página, número a número
source-live-reference-more = : ambos modelos se ejecutan en esta página, en la referencia
source-live-gpu-more = : el objetivo se ejecuta en el procesador gráfico de este dispositivo, el borrador en esta página
source-live-gpu-int8-more = : el objetivo se ejecuta en el procesador gráfico de este dispositivo, el borrador en esta página, ambos en int8
source-live-target-more = : el objetivo se ejecuta en esta página
source-live-written-more = : escrito por los modelos en esta página
source-live-measured-more = : medido en esta página
source-live-counted-more = : contado en esta página
source-table = Tabla
source-case = Caso preparado
source-case-more = : las distribuciones están hechas a mano
stop-token = La historia ha terminado: se emitió el token de fin de texto.
stop-length = Están escritos todos los tokens que pidió.
stop-context = El contexto de los modelos está lleno: no ven más allá de tantos tokens.
stop-dead-end = No queda ningún token que elegir.
stop-empty-prompt = No hay nada que continuar: escriba un comienzo.
stop-cancelled = Detenido.

## Los ajustes por su nombre, y qué hace cada uno con su valor

knob-gamma = Longitud del borrador γ
knob-live_n = Tokens por texto n
knob-temperature = Temperatura T
knob-top_k = Top-k
knob-top_p = Top-p
knob-min_p = Min-p
knob-repetition_penalty = Penalización por repetición
knob-presence_penalty = Penalización por presencia
knob-frequency_penalty = Penalización por frecuencia
knob-max_new_tokens = Tokens por escribir
knob-num_beams = Haces B
knob-max_depth = Profundidad
knob-length_penalty = Penalización por longitud a
knob-num_beam_groups = Grupos de diversidad
knob-diversity_penalty = Penalización por diversidad
knob-seed = Semilla
knob-alpha = Tasa de aceptación α
knob-draft_cost = Coste de una pasada del borrador c
knob-verify_slope = Coste de una posición más
knob-pass_millis = Una pasada del objetivo
knob-confidence = Seguir el borrador si la seguridad es al menos
effect-live_n =
    { $n ->
        [one] hasta { $n } token, menos donde la historia acaba
       *[other] hasta { $n } tokens, menos donde la historia acaba
    }
effect-gamma =
    { $n ->
        [one] { $n } propuesta por ciclo, luego una pasada del objetivo sobre { $positions } posiciones
       *[other] { $n } propuestas por ciclo, luego una pasada del objetivo sobre { $positions } posiciones
    }
effect-temperature-zero = siempre el token más probable
effect-temperature-low = más afilado que lo que dice el modelo
effect-temperature-one = tal como lo dice el modelo
effect-temperature-high = más plano que lo que dice el modelo
effect-top_k =
    { $n ->
        [0] sin límite en el número de tokens
        [1] conserva solo el mejor token
       *[other] conserva los { $n } tokens más probables
    }
effect-top_p-all = conserva toda la masa de probabilidad
effect-top_p-none = conserva solo el mejor token
effect-top_p = conserva los menos tokens que reúnen { $share } de la masa
effect-min_p-off = ningún token es demasiado improbable
effect-min_p = conserva los tokens al menos { $share } tan probables como el mejor
effect-repetition-off = los tokens pueden repetirse libremente
effect-repetition = hace menos probables los tokens ya usados
effect-penalty-off = lo generado puede volver libremente
effect-penalty-favours = favorece lo ya generado
effect-presence = los tokens generados pierden { $value } de su logit, una vez
effect-frequency = los tokens generados pierden { $value } de su logit cada vez
effect-max_new_tokens = salvo que antes acabe la historia o el contexto
effect-num_beams =
    { $n ->
        [1] un haz es la búsqueda voraz: siempre el mejor token
       *[other] conserva los { $n } mejores textos en cada nivel
    }
effect-max_depth =
    { $n ->
        [one] como mucho { $n } token tras el prompt
       *[other] como mucho { $n } tokens tras el prompt
    }
effect-length_penalty-off = los textos se ordenan solo por su puntuación
effect-length_penalty-longer = ordena por s / longitud^{ $value }: favorece textos más largos
effect-length_penalty-shorter = ordena por s / longitud^({ $value }): favorece textos más cortos
effect-num_beam_groups-one = todos los haces son una sola búsqueda
effect-num_beam_groups = { $n } búsquedas en paralelo se reparten los haces
effect-diversity-off = los grupos pueden decir lo mismo
effect-diversity = un grupo paga { $value } por cada repetición del token de un grupo anterior; requiere grupos
effect-alpha = se conservan { $n } de cada 100 propuestas probadas
effect-draft_cost-zero = las propuestas no cuestan nada
effect-draft_cost = T_draft / T_target: { $share } de una pasada del objetivo
effect-verify_slope-zero = v(m) = 1: decide la memoria, las posiciones son gratis
effect-verify_slope = v(m) = 1 + { $value } (m − 1), en promedio
effect-pass_millis = milisegundos, en la carrera
effect-confidence-off = los borradores tienen siempre toda su longitud
effect-confidence = un borrador acaba con el primer token al que da menos de { $share }

## Los laboratorios: títulos, una frase de cada uno, lecciones

lab-speculative-title = Ciclos especulativos
lab-speculative-lede = El <draft>borrador</draft> adivina unos tokens. El <target>objetivo</target> los comprueba todos en una pasada.
lab-speculative-lesson =
    Un modelo de lenguaje lee todo un texto para elegir un token. Un modelo grande lo hace despacio. El muestreo especulativo deja que un modelo pequeño, el borrador, adivine unos tokens, y que el grande, el objetivo, los compruebe todos en una sola pasada.

    Cada propuesta x se compara con una moneda u. Se conserva si u ≤ min(1, p(x)/q(x)), donde p es la probabilidad del objetivo y q la del borrador. Un token que el borrador propone más a menudo de lo que el objetivo quiere se rechaza justo las veces necesarias.

    El primer rechazo termina el ciclo. Ocupa su lugar un token extraído del residuo, max(0, p − q)/Z: exactamente lo que el borrador dejó sin cubrir. Si nada se rechaza, la pasada del objetivo ya ha puntuado la posición siguiente, y un token de bonificación sale gratis.

    Los tokens aceptados y corregidos juntos siguen exactamente la ley del objetivo. A temperatura 0 el texto es el mismo. A otras temperaturas es otra extracción de la misma ley: lo que cambia es el número de pasadas del objetivo.

lab-exactness-title = Por qué es exacto
lab-exactness-lede = Dos barras por token y una demostración que se puede ver: lo aceptado y lo corregido suman p.
lab-exactness-lesson =
    La especulación no serviría si cambiara lo que el modelo escribe. No lo cambia, y la razón cabe en una imagen. Cada token tiene dos barras: q, lo que propone el borrador, y p, lo que quiere el objetivo. Su parte común es la más baja de las dos.

    Un token x se propone con probabilidad q(x) y se conserva con probabilidad min(1, p(x)/q(x)). Por este camino sale, pues, con probabilidad min(p(x), q(x)), la parte común. Donde q está por encima de p, el borrador propone demasiado, y el exceso se rechaza.

    Donde p está por encima de q, falta algo. Todo lo que falta es tanto como todo lo que se rechaza, porque p y q suman 1 y tienen la misma parte común. Por eso, tras un rechazo, se extrae un token de lo que falta, el residuo. La parte común y la que falta suman p. No se supuso nada sobre q: un mal borrador hace lenta la decodificación, nunca errónea.

    Cada detalle cuenta. Si la corrección se extrae de p, si se acepta una propuesta con demasiada facilidad, si se comparan textos en vez de probabilidades, sale otra ley, o la misma con más trabajo. Rómpalo y vea qué línea de la demostración deja de valer.

    Hasta aquí se trató de un token. Un ciclo propone varios, se detiene en el primer rechazo y empieza de nuevo desde donde quedó. ¿Conserva su ley un texto entero? En modelos de pocos tokens no hay que creer nada: se sigue cada camino por los ciclos y se suman todos los que llevan al mismo texto. Para cualquier longitud del borrador, la suma es la probabilidad que el objetivo solo da a ese texto.

    Los modelos reales tienen demasiados textos para sumarlos. Ahí solo podemos extraer dos muestras, una con el objetivo solo y otra por especulación, y preguntar si podrían venir de una misma ley. Un valor p pequeño dice que difícilmente. Uno grande no dice que las leyes sean iguales: dice que no se halló diferencia, y al lado se lee cuán grande habría tenido que ser para notarse. Para eso sirven las pruebas, para descubrir un programa roto; rompa la regla y véala descubierta. La certeza viene de la demostración.

lab-latency-title = Por qué es rápido
lab-latency-lede = Lo que cuesta un ciclo, lo que aporta y quién gana: supuesto, medido aquí y en carrera.
lab-latency-lesson =
    Un modelo de lenguaje escribe un token por pasada, y una pasada debe leer todos los pesos. En un modelo grande eso tarda mucho más que la aritmética: decide la memoria. Una pasada sobre cinco posiciones lee los mismos pesos una vez, así que apenas cuesta más que una sobre una sola. De esto vive la especulación: convierte propuestas baratas en posiciones de una pasada cara.

    Un ciclo cuesta γ pasadas del borrador y una del objetivo sobre γ + 1 posiciones. En pasadas del objetivo son γc + v(γ + 1). Aporta τ tokens: uno seguro, y más cuantas más propuestas se acepten. El cociente es la aceleración. Un borrador lento, un borrador malo o un objetivo al que las posiciones no le salen gratis pueden, cada uno, dejarla por debajo de uno.

    Los modelos de esta página son tan pequeños que sus pesos caben en la caché del procesador. Entonces no es la memoria lo que tarda, y cinco posiciones cuestan varias veces lo que una. Así que aquí la especulación puede perder, y la medición lo dice. En máquinas con modelos grandes gana: hágalos correr en tiempo simulado.

    Cuán largo deba ser un borrador depende de lo seguro que esté. Puede detenerse en el primer token del que no está seguro. Esto cambia cuánto se intenta, nunca la ley del texto: el token dudoso también se prueba.

lab-drafts-title = Todas las formas de hacer un borrador
lab-drafts-lede = Un pequeño <draft>borrador</draft>, recuentos, copias, las propias capas del <target>objetivo</target>: diez formas de construir q, con un mismo texto.
lab-drafts-lesson =
    El muestreo especulativo necesita una propuesta y la probabilidad q(x) con la que se extrajo. No pregunta de dónde viene q. La prueba, el residuo y la demostración son los mismos para todas las formas, así que todas escriben el texto del objetivo. Lo que cambia es con qué frecuencia se acepta una propuesta, y lo que cuesta.

    Lo clásico es un modelo pequeño: una pasada por cada propuesta. Los recuentos no necesitan ningún modelo: lo que siguió a los últimos tokens en otros textos. Más segura aún es una copia: lo que siguió a los mismos tokens antes, en este mismo texto. Todo su q está en un token, así que x se acepta con probabilidad p(x), y el residuo es p sin x.

    El objetivo puede adivinar por sí mismo. Sus primeras capas, con un pequeño adaptador, dan una distribución antes de que las demás hayan trabajado, y la comprobación sigue desde donde ellas se detuvieron. Unas cabezas sobre su último estado adivinan a la vez el segundo, el tercer y el cuarto token siguientes, y ninguna sabe lo que dicen las otras. Un módulo que propaga el estado adivina uno tras otro, y lo sabe.

    Un árbol ofrece varias propuestas para cada lugar. Se prueban por turno, cada una frente a lo que el objetivo aún quiere tras rechazarse las anteriores; así la ley sigue siendo p, y se acepta más. En una pasada, cada propuesta ve solo el texto y su propia rama.

    Quién gana depende del texto. Las copias ganan donde se repite, los recuentos donde dice lo que los textos dicen siempre, las formas entrenadas en lo demás. Y una propuesta que acierta a menudo no compensa si cuesta tanto como el objetivo. La aceptación típica solo pregunta si el objetivo ve la propuesta bastante probable. Acepta más, y el texto ya no es el del objetivo: actívela y vea cómo falla la prueba de la ley.

lab-logits-title = De los logits a un token
lab-logits-lede = Una distribución, etapa por etapa, hasta el token que extrae una moneda.
lab-logits-lesson =
    Un modelo de lenguaje no escribe. Acaba con un número para cada token de su vocabulario, los logits, y softmax los convierte en probabilidades: p(x) = exp(z(x)) / Σ exp(z). Qué token se escribe lo decide después un muestreador.

    Un muestreador es una cadena de etapas. La temperatura divide los logits: por debajo de 1 favorece lo que ya es probable, por encima de 1 lo iguala. La razón entre dos tokens es exp((zᵢ − zⱼ)/T). Top-k, top-p y min-p recortan tokens. Lo que queda se divide por su suma, de modo que los tokens conservados se hacen más probables aunque nada en ellos haya cambiado.

    Los programas que sirven modelos tienen más mandos de este tipo. Las penalizaciones y los sesgos cambian los logits antes de que nada más los mire: la penalización por repetición actúa sobre todo token visto, las de presencia y frecuencia sobre los generados, y un sesgo suma un número suyo a un token de su elección. Una cadena de parada no cambia ninguna probabilidad. Termina el texto antes de sí misma, y hasta que está completa se retiene lo que podría llegar a serlo.

    Cada etapa trabaja con lo que dejó la anterior. Por eso importa su orden: top-p conserva menos tokens cuando antes hubo una temperatura baja. Dos programas con los mismos ajustes pueden muestrear de distribuciones distintas.

    Al final una moneda, un número entre 0 y 1, cae en algún punto de las probabilidades puestas en fila. Extraiga muchas veces, y los recuentos se acercarán a las probabilidades. Elija un token a mano para ver adónde habría ido el texto.

lab-beams-title = Voraz y por haces
lab-beams-lede = Lo segundo mejor ahora puede ser mejor después: varios textos a la vez, y quedan los mejores.
lab-beams-lesson =
    En cada lugar un modelo ofrece miles de tokens, y cada elección cambia todas las que siguen. La decodificación voraz (greedy) toma siempre el token más probable. Nunca mira atrás: un token que ahora es el segundo mejor puede llevar después a un texto mejor, y la voraz no lo verá.

    La búsqueda por haces (beam search) conserva varios textos a la vez. En cada nivel prolonga cada uno con cada token, ordena todos los resultados y conserva los B mejores: los haces. Lo que no se conserva queda podado para siempre. Un texto se ordena por su puntuación, la suma de los logaritmos de las probabilidades de sus tokens, s = Σ log p. Se suman logaritmos porque el producto de muchas probabilidades pequeñas pronto es menor que cualquier número que un ordenador pueda escribir. Con B = 1 la búsqueda por haces es la voraz.

    Un texto que acaba con el token final está terminado. Queda congelado, conserva su puntuación y compite con los que siguen. Las puntuaciones solo pueden bajar, así que cuando ningún haz vivo puede ya superar a los terminados, la búsqueda acaba. Sin nada más favorece los textos cortos, pues cada token más cuesta algo.

    Una puntuación más alta no es un texto mejor. Los textos más probables de un modelo de lenguaje suelen ser sosos, cortos o la misma frase una y otra vez, porque lo que se ha dicho una vez es muy probable que se repita. Por eso las historias se extraen al azar, y los haces sirven donde se busca una respuesta correcta, como al traducir.

    Dos objetivos más están apagados al principio. La penalización por longitud ordena por s / longitudᵃ, y los grupos de diversidad son búsquedas en paralelo que pagan por repetir los tokens de las otras. Cambian lo que se busca; no son una manera mejor de buscar.

lab-constraints-title = Decodificación restringida
lab-constraints-lede = Una gramática tacha lo que prohíbe. Lo que queda se divide por su suma: softmax con máscara.
lab-constraints-lesson =
    A veces un texto debe tener una forma: un número, una fecha, un JSON que leerá un programa. Una gramática dice qué textos están permitidos. En cada paso dice también qué bytes pueden venir después, y así qué tokens del vocabulario: aquellos cuyos bytes un autómata puede tomar uno tras otro. Un token abarca a menudo varios símbolos de la gramática, y entonces todos deben ser legales.

    El resto es una máscara. Los logits de los tokens ilegales pasan a −∞, y softmax hace lo de siempre: p(x) / Σ p(y), sumado sobre los tokens legales y. Así, la decodificación restringida es la propia distribución del modelo condicionada a que el token siguiente sea legal. La suma es la masa factible. Donde es casi 0, la gramática pelea con el modelo: lo que sale tiene la forma correcta, y el modelo casi nunca lo habría dicho.

    La máscara mira un token cada vez. No pregunta qué probable es que el texto acabe bien después, así que los textos enteros no siguen la ley del modelo condicionada a que sean legales. Un texto legal tampoco es un texto sensato: estos modelos se entrenaron con cuentos y nunca han visto JSON.

    Si no queda nada legal, es un callejón sin salida. La gramática sola nunca lleva a él, pero un filtro puesto antes de la máscara sí puede. Retroceder prueba otro token y cambia las probabilidades de lo anterior. Reparar fuerza el final más corto. Rechazar es honesto y no da nada. Con especulación, la misma máscara se pone sobre p y sobre q antes de la prueba, y el autómata avanza solo con los tokens emitidos.

## Por qué es exacto

proof-proof = La demostración
proof-tried-out = Puesto a prueba
proof-whole-texts = Textos enteros
proof-place = línea { $n } de { $all }
proof-distributions = Distribuciones
proof-your-own = Las suyas
proof-preset-textbook = Tres tokens
proof-preset-equal = Iguales: p = q
proof-preset-disjoint = Disjuntas
proof-preset-peaked = Puntiagudas
proof-preset-over-proposes = q propone de más
proof-preset-zeros = Ceros
proof-from-models = Tomar p y q de los modelos
proof-from-models-hint = en la primera propuesta del ciclo en escena en «{ lab-speculative-title }»; todos los tokens más allá de once son uno
proof-others = otros
proof-tokens = Tokens
proof-token-less = Un token menos
proof-token-more = Un token más
proof-break-it = Romperlo
proof-break-it-hint = lo que se suele hacer mal, y lo que sale entonces
proof-picture = p y q de cada token; cada una se puede arrastrar arriba y abajo
proof-key-accepted = aceptado: min(p, q)
proof-key-rejected = rechazado: q − p
proof-key-corrected = corregido: p − q
proof-slider = { $letter } de { $token }
proof-field = { $letter } de { $token }, como número
proof-given-title = Dos distribuciones
proof-given = El borrador extrae un token de q. El texto debe salir como si se hubiera extraído de p.
proof-given-values = p = { $p }, q = { $q }
proof-accept-title = El camino de la aceptación
proof-accept = Un x propuesto pasa con probabilidad min(1, p/q). Propuesto y aceptado a la vez, eso es la más baja de las dos barras, min(p, q). Todo ello suma { $mass }: la probabilidad de que se conserve una propuesta.
proof-accept-values = min({ $p }; { $q }) = { $value }
proof-reject-title = Lo que queda de q
proof-reject = Donde q está por encima de p, el borrador propone demasiado a menudo. El exceso se rechaza: { $mass } en total.
proof-reject-nothing = q no está en ningún sitio por encima de p, así que nunca se rechaza nada. El residuo está vacío y nunca se usa.
proof-reject-values = max(0; { $q } − { $p }) = { $value }
proof-correct-title = Lo que queda de p
proof-correct = Donde p está por encima de q, el borrador propone demasiado poco. Falta { $mass } en total, exactamente lo que se rechaza: ambas distribuciones suman 1 y comparten el solapamiento. Así, una propuesta rechazada se sustituye por una extracción de lo que falta, el residuo.
proof-correct-nothing = De p no queda nada: el camino de la aceptación lo cubre todo.
proof-correct-values = max(0; { $p } − { $q }) = { $value }
proof-sum-title = Los dos caminos juntos
proof-sum = La barra más baja, del camino de la aceptación, y el resto, del camino de la corrección, suman p, para cada token y cada q. De q solo depende la velocidad.
proof-lines = La demostración, línea por línea
proof-numbers-of = números de <label>{ $token }</label>
proof-falls = {" "}✗ cae
proof-each-sums = cada una suma 1
proof-path-accept = aceptado
proof-path-reject = rechazado
proof-path-correct = corregido
proof-wanted = deseado
proof-no-error = En ningún token los dos caminos se apartan de p lo más mínimo.
proof-error = En ningún token los dos caminos se apartan de p más de { $error }, y eso es redondeo.
mistake-none = Nada: la forma correcta
mistake-none-breaks = Todas las líneas de la demostración se cumplen.
mistake-no-residual = Tras un rechazo, extraer de p
mistake-no-residual-breaks = La corrección se extrae de p en vez de su resto. Lo que el camino de la aceptación ya cubre se reparte por segunda vez.
mistake-accept-always = Aceptar todas las propuestas
mistake-accept-always-breaks = P(x, aceptado) es q(x), no min(p, q), y no queda nada que corregir. El texto tiene la ley del borrador.
mistake-compare-tokens = Comparar con la extracción propia del objetivo
mistake-compare-tokens-breaks = La ley sobrevive: en todo caso se emite la extracción propia del objetivo. Pero una propuesta se conserva solo con probabilidad Σ p·q, que es menos que Σ min(p, q). Esto es exacto y lento sin necesidad.
mistake-compare-best = Comparar con el mejor token del objetivo
mistake-compare-best-breaks = Se proponga lo que se proponga, sale el mejor token del objetivo. Eso es decodificación voraz, no muestreo de p.
mistake-unfiltered-residual = Filtrar p y q, pero no el residuo
mistake-unfiltered-residual-breaks = La propuesta se prueba con el p filtrado, y la corrección se extrae de lo que queda del p sin filtrar. Vuelven tokens que el filtro había recortado. (Filtrado significa aquí: la mitad más probable de los tokens.)
mistake-argmax-draft = Proponer el mejor token del borrador, probar con q
mistake-argmax-draft-breaks = La propuesta no se extrajo de q, así que P(x, aceptado) no es q(x) por la probabilidad de aceptación: solo se prueba siempre el mejor token.
mistake-shared-coin = Una moneda para dos posiciones
mistake-shared-coin-breaks = Se muestra el segundo de dos tokens propuestos. Si el primero ha pasado, se sabe que la moneda es pequeña, y el segundo pasa con demasiada facilidad: su aceptación ya no es min(1, p/q).
proof-try-it = Pruébelo: ensayos de un token, con semilla
proof-save-trials = Guardar los ensayos (JSON)
proof-law-same = En forma cerrada, el token emitido tiene exactamente la ley deseada.
proof-law-other = En forma cerrada, la ley del token emitido está a { $apart } de la deseada (variación total).
proof-trials =
    { $n ->
        [one] { $n } ensayo
       *[other] { $n } ensayos
    }
proof-degrees =
    { $n ->
        [one] { $n } grado de libertad
       *[other] { $n } grados de libertad
    }
proof-tried = Tras { $trials }: variación total { $distance }; chi-cuadrado { $statistic } con { $degrees }, valor p { $p }. { $judged }
proof-tried-other = Una diferencia tan grande no es azar: es otra ley.
proof-tried-few = Tan pocos ensayos no podrían distinguir una ley falsa de la correcta.
proof-tried-chance = El azar solo ya produce tales diferencias: nada habla contra p.
proof-no-trials = Aún no hay ensayos.
proof-rows = Cómo llegó a emitirse cada token, frente a la ley deseada
proof-token = token
proof-bars = los dos caminos como barras
proof-accepted = aceptado
proof-corrected = corregido
proof-share = parte
proof-band = banda 95 %
proof-outside = fuera
proof-outside-head = p fuera de la banda
proof-rows-key = Barras: la ley exacta de lo que se hace, aceptado y corregido. Línea fina: contado, con su banda del 95 % (Wilson); uno de cada veinte tokens queda fuera por azar. Línea gruesa: deseado.

## Textos enteros, sumados y extraídos

texts-exactly = Textos enteros, exactos: todos los caminos sumados
texts-exactly-lead = Un token conserva su ley. ¿Y los textos enteros? Dos modelos diminutos, cuyo token siguiente depende solo del último. Se sigue cada token propuesto, aceptación y rechazo, corrección y bonificación, y se suman todos los caminos que llevan al mismo texto.
texts-save = Guardar los textos (CSV)
texts-models = Modelos
texts-pair-2 = 2 tokens: sol y lluvia, que tienden a quedarse
texts-pair-3 = 3 tokens: un borrador que conoce el orden a grandes rasgos
texts-pair-4 = 4 tokens: ceros en ambos lados
texts-mistake = Error
texts-target-table = <target>objetivo</target> p(siguiente | último)
texts-draft-table = <draft>borrador</draft> q(siguiente | último)
texts-after = tras
texts-texts = textos
texts-paths = caminos sumados
texts-largest-difference = mayor diferencia
texts-tau-first = tokens por ciclo, primer ciclo
texts-tau = tokens por ciclo, a la larga
texts-tau-of = { $tau } de { $most }
texts-law-same = Cada uno de los { $n } textos tiene con especulación la misma probabilidad que con el objetivo solo. La mayor diferencia, { $apart }, es lo que deja sumar números redondeados.
texts-law-compare-tokens = La ley de los textos sobrevive, como la de un token. Lo que sufre es la longitud de los ciclos: una propuesta debe ser igual a la extracción propia del objetivo.
texts-law-one-coin = Un ciclo de una propuesta tiene de todos modos una sola moneda, así que aún no hay nada mal. Proponga dos o más.
texts-law-half = La mitad de dos tokens es uno: nada de lo que este filtro ha recortado podría volver. Tome más tokens para ver el error.
texts-law-by-luck = Con estas tablas y esta longitud el error resulta no cambiar nada.
texts-law-other = Esta es otra ley: la probabilidad de algún texto se desvía en { $apart }, y la variación total entre las dos leyes es { $distance }. Ningún redondeo hace eso. Un error en la prueba de un token ha cambiado la ley de textos enteros.
texts-rows = Cada texto con su probabilidad con el objetivo solo y con especulación
texts-text = texto
texts-law-bars = las dos leyes como barras
texts-target-prob = p(texto)
texts-speculation = especulación
texts-speculation-short = especul.
texts-difference = diferencia
texts-show-first = Mostrar solo los primeros { $n }
texts-show-all = Mostrar los { $n } textos
texts-rows-key = Barras: todos los caminos de la especulación juntos. Línea gruesa: el p(texto) = p(x₁) p(x₂|x₁) … del propio objetivo. Los textos más probables van primero; cada texto empieza después del primer token de las tablas.
texts-real = Textos enteros, con los modelos reales: una prueba de dos muestras
texts-real-lead = Los modelos reales tienen demasiados textos para sumarlos, así que contamos. El comienzo de una historia se continúa una y otra vez, por turnos con el objetivo solo y por especulación, siempre con monedas nuevas. Después preguntamos si ambas podrían ser muestras de una misma ley.
texts-real-note = Una prueba así solo puede no hallar diferencia. Que no la hay lo muestran la demostración de arriba y los caminos sumados, para cualquier p y q, y por tanto también para estos modelos.
texts-adopt = Tomar prompt y ajustes de «{ lab-speculative-title }»
texts-rule = Regla de la especulación
texts-right-rule = La regla correcta
texts-rule-hint = una regla rota, en el propio decodificador, para ver fallar la prueba
texts-of-each-kind = Textos de cada tipo
texts-draw = Extraer
texts-stop = Detener
texts-progress = Textos extraídos
texts-drawing = { $n } de { $wanted } textos de cada tipo …
texts-no-models = Los modelos aún no están.
texts-none-drawn = Aún no se ha extraído nada.
texts-stopped = Detenido tras { $n } textos de cada tipo, de { $wanted }.
texts-drawn-in = { $n } textos de cada tipo, extraídos aquí en { $time }.
texts-drawn = { $n } textos de cada tipo.
texts-tests = La prueba de cada recuento
texts-counted = contado
texts-categories = cate{"\u00AD"}gorías
texts-chi-square = chi-cuadrado
texts-degrees = grados de lib.
texts-p-value = valor p
texts-p-below = menos de { $least }
texts-total-variation = variación total
texts-by-chance = por azar
texts-noticed-from = notado desde
texts-first = Primer token
texts-second = Segundo token
texts-third = Tercer token
texts-fourth = Cuarto token
texts-last = Último token
texts-whole = Texto entero
texts-in-first = en el primer token
texts-in-second = en el segundo token
texts-in-third = en el tercer token
texts-in-fourth = en el cuarto token
texts-in-last = en el último token
texts-in-whole = en el texto entero
texts-verdict-later = El veredicto se da al final: quien mira una y otra vez y se detiene en un valor p pequeño acaba encontrándolo.
texts-test-nothing = Todos los textos caen aquí en una categoría: no hay nada que comparar. Suba la temperatura o tome otro prompt.
texts-test-rare = Con leyes iguales, una diferencia tan grande sale una vez en { $n } pruebas. Extraiga otra vez con otra semilla: si persiste, algo está mal en el muestreo.
texts-test-noticed = Notado: dos muestras de una misma ley no están tan lejos una de otra. La regla rota escribe otros textos que el objetivo.
texts-test-little = Dos muestras de una misma ley están al menos así de lejos en { $n } de 1000 pruebas. Es poco, pero quien prueba a menudo lo verá. Extraiga otra vez con otra semilla.
texts-test-none = No se halló diferencia: dos muestras de una misma ley están al menos así de lejos en { $n } de 100 pruebas. Eso por sí solo no demuestra nada; la frase siguiente dice qué se habría notado.
texts-test-unsure = No se nota con claridad: la regla está rota, pero tan pocos textos no lo muestran aquí con seguridad. Extraiga más, o cuente otra cosa.
texts-power = Con { $n } textos de cada tipo, una variación total de { $apart } { $where }, repartida como sea, se notaría { $often } de cada 5 veces (al nivel del { $level }). Una menor podría escaparse.
texts-power-none = Con { $n } textos de cada tipo, ninguna diferencia { $where } se notaría con seguridad.
texts-blind = {" "}Entre los { $n } resultados raros que se cuentan como uno, no ve nada en absoluto.
texts-target-alone = el objetivo solo
texts-outcomes = Cuántas veces salió cada resultado en cada muestra
texts-outcome = resultado
texts-count-bars = los dos recuentos como barras
texts-alone = solo
texts-speculation-shorter = espec.
texts-expected = esperado
texts-share = su parte de χ²
texts-rare = { $n } raros
texts-ended-before = acabó antes
texts-hidden = Las { $n } categorías menos frecuentes se prueban pero no se dibujan.
texts-outcomes-key = Los resultados que se esperarían menos de { $n } veces en una muestra se cuentan juntos como los raros. Esperado: la mitad de ambos recuentos, como si hubiera una sola ley detrás.

## Por qué es rápido

latency-unknown = desconocido
latency-kernels-unknown = una forma desconocida
latency-heat = Aceleración para cada γ y α con estos costes; sombreado donde gana la especulación, enmarcado lo que está puesto.
latency-lane-text = El texto de este carril
latency-pipeline = La carrera y sus cuentas
latency-results = Curvas y ejercicio
latency-place = momento { $n } de { $all }
latency-suppose = Suponer
latency-each-cost = Cada v(m) por separado
latency-suppose-measured = Suponer lo medido
latency-suppose-measured-hint = α, c y cada v(m) de este dispositivo
latency-measure-and-race = Medir y correr
latency-target-alone = <target>objetivo</target> solo
latency-bytes-per-second = { $n } { $prefix }B/s
latency-multiply-adds-per-second = { $n } { $prefix } multiplicaciones-sumas/s
latency-per-second = { $n } { $prefix }/s
latency-cycle = Lo que un ciclo cuesta y aporta
latency-tau = tokens por ciclo
latency-passes-per-cycle = pasadas del objetivo por ciclo
latency-passes-per-token = pasadas del objetivo por token
latency-speed-up = acelera{"\u00AD"}ción
latency-model-words = { $here }; { $best }. { $even }
latency-breaks-even = La especulación ni gana ni pierde
latency-faster = La especulación va a { $ratio } la velocidad del objetivo solo
latency-slower = La especulación es más lenta que el objetivo solo: { $ratio }
latency-best-none = ninguna longitud del borrador compensa: lo más rápido es no especular
latency-best-here = γ = { $gamma } es la mejor longitud del borrador
latency-best-other = lo mejor sería γ = { $gamma }: { $ratio }
latency-pays-never = Con γ = { $gamma } no puede compensar, por bueno que sea el borrador.
latency-pays-always = Con γ = { $gamma } compensa siempre.
latency-pays-from = Con γ = { $gamma } compensa a partir de α = { $alpha }.
latency-measure = Medir
latency-measure-again = Medir de nuevo
latency-stop = Dejar de medir
latency-save = Guardar (JSON)
latency-save-samples = Guardar las muestras (CSV)
latency-measuring = Midiendo: ejecuciones enteras, luego pasadas sueltas …
latency-not-yet = Las pasadas y las ejecuciones enteras se miden en cuanto están los modelos; nada se envía a ninguna parte.
latency-other-settings = Estos números son de otros ajustes; siguen los suyos.
latency-rounds =
    { $n ->
        [one] El mismo texto empezado de nuevo en { $n } ronda, por turnos: medianas y, entre paréntesis, la mitad central.
       *[other] El mismo texto empezado de nuevo en { $n } rondas, por turnos: medianas y, entre paréntesis, la mitad central.
    }
latency-how = cómo
latency-rate = tokens/s
latency-per-pass = tokens por pasada
latency-guesses = propuestas por ciclo
latency-kept = conservadas
latency-predicted = predicho
latency-measured = medido
latency-while-sure = γ ≤ { $most }, si hay seguridad
latency-verdict = { $verdict } Lo que más cuesta: { $why }. { $cured }
latency-wins = En este dispositivo la especulación gana: va a { $ratio } la velocidad del objetivo solo.
latency-loses = En este dispositivo la especulación pierde: va a { $ratio } la velocidad del objetivo solo.
latency-term-acceptance = se aceptan demasiado pocas propuestas
latency-term-draft = una pasada del borrador tarda { $share } de una pasada del objetivo, y un ciclo tiene { $n }
latency-term-verify = comprobar { $n } posiciones en una pasada tarda { $share } veces lo que una posición: este objetivo cabe en la caché del procesador, así que decide la aritmética y no la memoria
latency-term-rows = { $n } filas de logits deben convertirse en distribuciones
latency-cured-acceptance = Con todas las propuestas aceptadas, sería { $ratio }.
latency-cured-draft = Con un borrador que no tardara nada, sería { $ratio }.
latency-cured-verify = Si las posiciones adicionales no costaran nada, sería { $ratio }.
latency-cured-rows = Si esas no costaran nada, sería { $ratio }.
latency-as-predicted = La predicción está dentro de la dispersión medida.
latency-slower-than-predicted = Más lento de lo predicho: con los tokens realmente propuestos y escritos, los mismos costes dan { $ratio }; el resto son cachés frías tras la pasada del otro modelo, y lo que este dispositivo estuviera haciendo además.
latency-faster-than-predicted = Más rápido de lo predicho: con los tokens realmente propuestos y escritos, los mismos costes dan { $ratio }; el resto es azar en lo que se aceptó.
latency-adaptive = Los borradores que acaban donde el borrador duda conservan { $kept } de sus propuestas en vez de { $fixed }, y van a { $ratio } la velocidad.
latency-costs = Lo que cuesta un token: <target>▪ objetivo</target> <draft>▨ borrador</draft> ▫ distribuciones y pruebas
latency-cost-bars = como barras
latency-cost-alone = solo
latency-cost-rest = resto
latency-cost-together = total
latency-single-passes = Pasadas sueltas tras { $tokens }: T(1) = { $target }, la del borrador { $draft } (c = { $cost }), una distribución { $row }. Calculado con { $kernels }.
backends-title = Forma de cálculo por forma de cálculo
backends-measure = Medir todas las formas de cálculo
backends-computed-in = calculado con
backends-alone = solo, tokens/s
backends-speculating = especu{"\u00AD"}lando
backends-note = Lo que hace rápida una posición no tiene por qué hacer rápidas cinco: un T(1) menor puede ir con un v(m) mayor, y entonces la especulación gana menos.
backends-note-gpu = Con WebGPU el objetivo corre en el procesador gráfico y el borrador en la CPU. Allí una pasada consiste sobre todo en llamadas y en una lectura de los pesos, sobre una posición o sobre cinco: v(m) se queda cerca de 1, y c es lo que tarda el borrador en la CPU junto a una pasada así. En esta pareja la especulación tiene más que ganar.
race-title = Una carrera en tiempo simulado
race-pretend = Hacer como si el objetivo corriera en
race-count = { $n } de { $all }
race-clock = Una pasada del objetivo: { $one }, sobre { $n } posiciones { $all }. Una pasada del borrador: { $draft }.
race-nothing = No hay nada por lo que correr: el prompt no deja sitio, o la historia acaba enseguida.
race-start = Ambos parten del mismo prompt, en { $machine }. Pulse «{ playback-play }»: el tiempo simulado es tiempo real.
race-draft = El borrador adivina un token más; el objetivo espera su turno.
race-verify = Una pasada del objetivo comprobó todas las propuestas del ciclo y añadió un token propio.
race-plain = Una pasada del objetivo solo: un token.
race-speculation-done = La especulación ha terminado; el objetivo solo sigue escribiendo.
race-target-done = El objetivo solo ha terminado; la especulación sigue escribiendo.
race-end = { $tokens } cada uno: { $speculative } con especulación, { $plain } sin ella. { $verdict }
race-faster = Aquí la especulación va a { $ratio } la velocidad.
race-slower = Aquí la especulación es más lenta: { $ratio }.
machine-title-phone = Un teléfono
machine-title-laptop = Un portátil
machine-title-data-centre = Un centro de datos
machine-title-as-set = una máquina con los costes ajustados
machine-on-phone = un teléfono
machine-on-laptop = un portátil
machine-on-data-centre = un centro de datos
machine-on-as-set = una máquina con los costes ajustados
machine-source-phone = Llama 3.1 8B con Llama 3.2 1B como borrador, ambos con 4 bits por peso. Calculado, no medido: el menor tiempo en que cada peso se lee una vez. Qualcomm Snapdragon 8 Gen 3: memoria LPDDR5X a 4,8 GHz en 64 bits, 76,8 GB/s; su NPU, 45 TOPS en int8.
machine-source-laptop = Llama 3.1 8B con Llama 3.2 1B como borrador, ambos con 8 bits por peso. Calculado, no medido: el menor tiempo en que cada peso se lee una vez. Apple M3 Max con 40 núcleos de GPU: 400 GB/s de ancho de banda de memoria; 14,2 TFLOPS en f32.
machine-source-data-centre = Llama 3.1 70B con Llama 3.1 8B como borrador, ambos con 16 bits por peso. Calculado, no medido: el menor tiempo en que cada peso se lee una vez. Dos NVIDIA H100 SXM: 3,35 TB/s de ancho de banda de memoria cada una; 989 TFLOPS en bfloat16 denso cada una.
machine-source-as-set = En lugar de α, lo que los modelos de esta página realmente aceptan; c y v(m) como se ajustan en «{ latency-suppose }».
machine-instead = { $machine }, en cambio: { $words }
machine-words = Lee { $reads } y calcula { $computes }: la cresta está en { $ridge } multiplicaciones-sumas por byte. Una posición de este objetivo tiene { $one }, { $n } tienen { $all }, así que { $verdict }.
machine-free = una pasada sobre { $n } posiciones cuesta lo que una; hasta { $most } es así
machine-costly = a partir de { $n } posiciones, cada una cuesta su parte
latency-over-gamma = Aceleración según γ
latency-best-gamma = es lo mejor con este α: { $ratio }
latency-over-alpha = Aceleración según α
latency-even-alpha = punto de equilibrio con este γ
latency-never = ningún
latency-over-positions = Una pasada sobre m posiciones: v(m)
latency-positions-here = pasadas es lo que cuestan aquí { $n } posiciones
latency-roofline = Memoria o aritmética: el roofline
latency-ridge-here = multiplicaciones-sumas por byte es aquí la cresta
latency-no-roofline = Se dibuja cuando este dispositivo se haya medido.
latency-no-roofline-gpu = Para un procesador gráfico no se dibuja ninguno: allí solo se miden pasadas, no lo que podría alcanzar.
latency-device-ridge = Este objetivo tiene { $weights } de pesos y { $products } M de multiplicaciones-sumas por posición. Pesos de ese tamaño se leen aquí a { $reads }; la cresta se alcanza pronto, y entonces decide la aritmética.
latency-device-memory = Este objetivo tiene { $weights } de pesos y { $products } M de multiplicaciones-sumas por posición. Pesos de ese tamaño se leen aquí a { $reads }; la memoria decide hasta la última posición.
latency-chart-as-fast = igual
latency-chart-free = gratis
latency-chart-one-by-one = una a una
latency-chart-as-set = ajustado
latency-chart-here = aquí
latency-chart-roof = el techo
latency-chart-gamma = Aceleración según la longitud del borrador
latency-chart-gamma-reading = γ = { $gamma }: { $ratio } con α = { $alpha }, { $tau } tokens por ciclo
latency-chart-alpha = Aceleración según la tasa de aceptación
latency-chart-alpha-reading = α = { $alpha }: { $ratio } con γ = { $gamma }
latency-chart-verify = Coste de una pasada del objetivo sobre varias posiciones
latency-chart-verify-reading = { $positions }: aquí { $share } veces una ({ $time }); ajustado { $set }
latency-chart-verify-unmeasured = { $positions }: aún sin medir; ajustado { $set }
latency-chart-roofline = El roofline de este dispositivo
latency-chart-roofline-reading = { $positions }: { $intensity } por byte, { $rate }, { $share } del techo
guesses-title = ¿Cuántas propuestas se aceptan?
guesses-lead = Una propuesta cuenta solo si se aceptaron todas las anteriores. Así que el número esperado es una suma de productos.
guesses-position = posición
guesses-alpha = α, si se llega
guesses-kept = conserv. hasta aquí
guesses-counted = probado
guesses-alpha-of = probabilidad de aceptación en la posición { $n }
guesses-positions = Posiciones
guesses-less = Una posición menos
guesses-more = Una posición más
guesses-tried = { $n } ciclos probados: { $mean } en promedio, más o menos { $error } (95 %).
guesses-tau = Con el token propio del objetivo eso es τ = { $tau }.

## Leyendas de los pasos de un ciclo

caption-title = Ciclo { $cycle }: { $title }
caption-opening-title = Antes del primer ciclo
caption-opening = Un pequeño modelo <draft>borrador</draft> adivinará { $tokens } por adelantado. Después el gran modelo <target>objetivo</target> los comprueba todos en una pasada. Lo que sale tiene exactamente la ley del <target>objetivo</target>, con menos pasadas suyas. Pulse Iniciar, o avance con las flechas.
caption-draft-title = el borrador propone el token { $position } de { $n }
caption-draft-first = El <draft>borrador</draft> lee el texto hasta aquí y propone <token>{ $token }</token>. Lo extrajo de su propia distribución, donde tiene probabilidad q = <number>{ $q }</number>. Aún no hay nada decidido.
caption-draft-next = El <draft>borrador</draft> sigue leyendo, incluida su propia propuesta, y propone <token>{ $token }</token>. Lo extrajo de su propia distribución, donde tiene probabilidad q = <number>{ $q }</number>.
caption-pass-title = el objetivo puntúa todas las posiciones en una pasada
caption-pass =
    { $n ->
        [1] Una pasada del <target>objetivo</target> puntúa { $positions } a la vez: la propuesta y la siguiente. Él solo habría necesitado una pasada por token.
       *[other] Una pasada del <target>objetivo</target> puntúa { $positions } a la vez: las { $n } propuestas y la siguiente. Él solo habría necesitado una pasada por token.
    }
caption-accepted-title = la posición { $position } se acepta
caption-rejected-title = la posición { $position } se rechaza
caption-accepted-surely = Al <target>objetivo</target> le gusta <token>{ $token }</token> al menos tanto como al <draft>borrador</draft> (p = <number>{ $p }</number>, q = <number>{ $q }</number>), así que se conserva diga lo que diga la moneda.
caption-accepted = <token>{ $token }</token> se propuso más a menudo de lo que el <target>objetivo</target> lo quiere, así que se conserva solo en p/q = <number>{ $limit }</number> de los casos. La moneda <number>{ $coin }</number> no supera <number>{ $limit }</number>: se conserva.
caption-rejected-never = El <target>objetivo</target> nunca dice <token>{ $token }</token> aquí: p = 0, y ninguna moneda puede salvarlo.
caption-rejected = La moneda <number>{ $coin }</number> supera p/q = <number>{ $limit }</number>: <token>{ $token }</token> se propuso más a menudo de lo que el <target>objetivo</target> quiere (q = <number>{ $q }</number>, p = <number>{ $p }</number>), y esta es una de las veces de más.
caption-drop-title = se descarta el resto del borrador
caption-drop =
    { $n ->
        [1] La última propuesta se escribió tras <token>{ $token }</token>, que ya no está. Se descarta sin probar: conservarla cambiaría la ley del texto.
       *[other] Las últimas { $n } propuestas se escribieron tras <token>{ $token }</token>, que ya no está. Se descartan sin probar: conservar cualquiera cambiaría la ley del texto.
    }
caption-residual-title = lo que el borrador dejó sin cubrir
caption-residual = Donde p está por encima de q, el <draft>borrador</draft> propone demasiado poco. Lo que deja sin cubrir, max(0, p − q), tiene masa Z = <number>{ $mass }</number>, exactamente la probabilidad de un rechazo aquí. Dividido por Z es el residuo, y de él se extrae la corrección.
caption-residual-empty-title = nada queda sin cubrir
caption-residual-empty = p y q son iguales salvo redondeo, así que el residuo no se usa y el token se extrae de p.
caption-correction-title = se extrae la corrección
caption-correction = La moneda del residuo extrae <token>{ $token }</token> para la posición { $position }. Propuestas aceptadas y correcciones juntas dan a cada token exactamente la probabilidad p que el <target>objetivo</target> le da.
caption-bonus-title = todo aceptado: un token de bonificación
caption-bonus = Todas las propuestas se aceptaron, y el <target>objetivo</target> ya ha puntuado la posición que sigue. Extrae <token>{ $token }</token> de su propio p, sin otra pasada: { $tokens } de una pasada del objetivo.
caption-bonus-alone = El <target>objetivo</target> extrae <token>{ $token }</token> de su propio p, sin otra pasada: { $tokens } de una pasada del objetivo.
caption-end-title = el texto acaba aquí
caption-end = El texto acaba.
caption-end-dropped =
    { $n ->
        [0] { $why } No se extrae bonificación.
        [1] { $why } 1 token propuesto después se descarta sin probar.
       *[other] { $why } { $n } tokens propuestos después se descartan sin probar.
    }
caption-dead-end-title = un callejón sin salida
caption-dead-end = Los ajustes excluyen aquí todos los tokens, así que nada se puede extraer.
caption-rollback-title = las cachés retroceden
caption-rollback-none = Nada se rechazó, así que ambas cachés conservan todo lo que calcularon.
caption-rollback = Las cachés olvidan lo que no se emitió: la del <target>objetivo</target> retrocede { $target }, la del <draft>borrador</draft> { $draft }.
caption-rollback-made = Este ciclo convirtió una pasada del objetivo en { $tokens }.

## El ciclo en escena

stage-empty-title = La escena
stage-waiting-failed = Los modelos no están en marcha. Vea el mensaje de arriba.
stage-waiting-ready = Los modelos leen el prompt …
stage-waiting-loading = Los modelos están en camino …
stage-positions = Las posiciones del ciclo, de izquierda a derecha
stage-draft-proposes = El <draft>borrador</draft> propone
stage-target-scores = El <target>objetivo</target> puntúa, en una pasada
stage-accept-if = Se acepta si <formula>u ≤ p/q</formula>
stage-verdict = Veredicto
stage-into-text = Al texto
stage-drafted-spoken = Propuesto { $token } q { $q }. Abrir las distribuciones
stage-target-spoken = El objetivo da a { $token } p { $p }. Abrir las distribuciones
stage-next-spoken = luego p(· | todo): la distribución del objetivo tras todos los tokens propuestos. Abrirla
stage-next = luego
stage-next-p = p(· | todo)
stage-coin-accepts = la moneda { $coin } no supera la probabilidad de aceptación { $limit }
stage-coin-rejects = la moneda { $coin } supera la probabilidad de aceptación { $limit }
stage-accepted = aceptado
stage-rejected = rechazado
stage-dropped = descartado
stage-past-end = tras el fin
stage-bonus = bonif.
stage-no-bonus = sin bonif.
stage-correction = corrección
stage-joins-spoken = { $token } entra en el texto: { $how }. Abrir las distribuciones

## El texto hasta ahora

transcript-title = Texto:
transcript-tally = { $tokens } de { $passes }
transcript-given = dado
transcript-accepted = aceptado del borrador
transcript-correction = corrección del residuo
transcript-bonus = bonificación del objetivo
transcript-in-cycle = { $how }, ciclo { $cycle }
transcript-key-accepted = ✓ aceptado
transcript-key-correction = ↻ corrección
transcript-key-bonus = ★ bonificación

## Distribuciones: el diálogo y la comparación

distribution-title = Ciclo { $cycle }, posición { $position }: todo el vocabulario
distribution-after = tras
distribution-rows = Tokens por probabilidad
distribution-token = Token
distribution-target-own = objetivo, propio
distribution-target-set = p, tras los ajustes
distribution-draft-own = borrador, propio
distribution-draft-set = q, tras los ajustes
distribution-rest = los otros { $n }
distribution-choices = { $choices } de { $tokens }
distribution-p-choices = p: opciones efectivas, de tokens restantes
distribution-q-choices = q: opciones efectivas, de tokens restantes
distribution-overlap = solapamiento Σ min(p, q)
comparison-empty-title = p y q en la posición en escena
comparison-empty = Aquí las dos distribuciones se superponen en cuanto se prueba la primera propuesta.
comparison-residual-title = Posición { $position }: extraído del residuo
comparison-share-title = Posición { $position }: lo que p y q comparten
comparison-bonus-title = Posición { $position }: la bonificación, de p
comparison-residual-mass = masa del residuo Z
comparison-from-residual = extraído del residuo, moneda { $coin }
comparison-from-p = extraído de p, moneda { $coin }
comparison-unused = p = q: nada se puede rechazar, y el residuo no se usa.
comparison-all = Todos los tokens …
comparison-caption = Probabilidades del objetivo, p, y del borrador, q
comparison-token = token
comparison-bars = como barras
comparison-key-overlap = conservado: min(p, q)
comparison-key-residual = sin cubrir: p por encima de q
comparison-key-excess = propuesto de más: q por encima de p

## Cachés

caches-title = Cachés: lo que no se emite retrocede
caches-empty = Cada modelo recuerda los tokens que ha leído. Los rechazados deben olvidarse otra vez.
caches-target = objetivo
caches-draft = borrador
caches-before = { $before } tokens
caches-during = { $before } → { $during } tokens
caches-after = { $before } → { $during } → { $after } tokens
caches-spoken = { $history }, { $n } retirados

## El resultado

results-centre = El ciclo en escena
results-label = El resultado
results-beside = Junto a la especulación
plots-acceptance = Tasa de aceptación α
plots-accepted-of-drafted = aceptados de propuestos, { $accepted } de { $drafted } (95 %: { $low } a { $high })
plots-accepted-none = aceptados de propuestos: aún ningún ciclo completo
plots-of-tested = de probados
plots-of-tested-words = { $accepted } de { $tested } pruebas superadas
plots-overlap = solapamiento medio
plots-overlap-words = Σ min(p, q) donde se probó, sin azar
plots-tokens = Tokens por ciclo τ
plots-tokens-words = tokens por pasada del objetivo, como mucho { $most }
plots-tokens-interval = tokens por pasada del objetivo, como mucho { $most } (95 %: { $low } a { $high })
plots-no-test = Aún ninguna prueba.
plots-formula = (1 − α{ $power }) / (1 − α) = { $value } con α = { $alpha } de probados
plots-histogram = Ciclos por propuestas conservadas
plots-positions = Conservado hasta la posición
plots-nothing-yet = Se dibuja desde el primer ciclo completo.
plots-save = Guardar { $name } como { $kind }
alone-title = <target>Objetivo</target> solo, mismos ajustes
alone-empty = Su texto aparece aquí cuando ambos hayan terminado.
alone-why-zero = A temperatura 0 tiene que ser así.
alone-why-one = Estos ajustes dejan un solo token que elegir, así que tiene que ser así.
alone-same = Comprobado: { $tokens }, los mismos que con especulación. { $why }
alone-parted = Los textos se separan en el token { $token }: allí dos tokens eran casi iguales, y eligió el redondeo.
alone-agree = Los dos textos coinciden por azar en { $tokens }. Lo que debe ser igual es su ley.
alone-other = Otra extracción: se separa del texto de arriba en el token { $token }. Iguales son las leyes de las que salen los dos, no los textos.
alone-passes = { $tokens } de otras tantas pasadas del objetivo; la especulación usó { $passes }.
timing-title = Medido en este dispositivo
timing-with = con especulación
timing-alone = objetivo solo
timing-rate = { $n } tokens/s
timing-target = pasadas del objetivo
timing-draft = pasadas del borrador
timing-rest = muestreo y pruebas
timing-faster = Aquí la especulación es { $ratio } veces más rápida.
timing-slower = Aquí la especulación es más lenta ({ $ratio } veces la velocidad): en un procesador, comprobar varias posiciones a la vez cuesta casi tanto como leerlas una a una.
timing-not-counted = Sin contar: la carga y { $time } para leer el prompt.
timing-empty = Las velocidades aparecen tras una ejecución en vivo; la carga y el prompt no cuentan.
table-label = Todos los ciclos
table-title = Todos los ciclos mostrados hasta ahora
table-save-json = Guardar la traza (JSON)
table-save-csv = Guardar la tabla (CSV)
table-show = Mostrar como tabla
table-scroll = Tabla de ciclos
table-cycle = Ciclo
table-drafted = Propuesto
table-kept = Conservado
table-ended = Acabó con
table-overlap = Solapamiento donde se probó
table-alpha = α hasta ahora
table-tau = τ hasta ahora
table-kept-of = { $kept } de { $drafted }
table-correction = ↻ corrección { $token }
table-bonus = ★ bonificación { $token }
table-past-end = fin del texto, { $n } descartados
table-dead-end = callejón sin salida

## Los gráficos en palabras

chart-of-drafted = propuestos
chart-of-tested = probados
chart-overlap = solapam.
chart-measured = medido
chart-formula = fórmula
chart-acceptance = Tasa de aceptación a lo largo de los ciclos
chart-acceptance-reading = ciclo { $cycle }: aquí { $here }; hasta ahora { $drafted } de propuestos, { $tested } de probados, solapamiento { $overlap }
chart-tokens = Tokens por ciclo a lo largo de los ciclos
chart-cut-short = interrumpido
chart-tokens-reading = ciclo { $cycle }: aquí { $here }; hasta ahora { $measured } medido, { $predicted } según la fórmula
chart-histogram = Ciclos por número de propuestas conservadas
chart-histogram-reading =
    { $n ->
        [one] { $n } ciclo conservó { $kept } de los tokens propuestos
       *[other] { $n } ciclos conservaron { $kept } de los tokens propuestos
    }
chart-interval = , intervalo del 95 % de { $low } a { $high }
chart-position-reading =
    { $n ->
        [one] posición { $position }: conservada en { $kept } de { $n } ciclo
       *[other] posición { $position }: conservada en { $kept } de { $n } ciclos
    }
chart-positions = Con qué frecuencia se conserva el borrador hasta cada posición
chart-draws = Distancia de los recuentos a la distribución
chart-draws-reading =
    { $n ->
        [one] tras { $n } extracción: variación total { $distance }
       *[other] tras { $n } extracciones: variación total { $distance }
    }
chart-lead = Puntuación del mejor haz menos la voraz
chart-lead-greedy =
    { $n ->
        [one] tras { $n } token: la voraz va por delante { $lead }
       *[other] tras { $n } tokens: la voraz va por delante { $lead }
    }
chart-lead-beam =
    { $n ->
        [one] tras { $n } token: el haz va por delante { $lead }
       *[other] tras { $n } tokens: el haz va por delante { $lead }
    }
chart-summary = { $what }: { $last }.
chart-nothing-yet = nada todavía
chart-failed = Este gráfico no se pudo dibujar ({ $why }).

## Página de inicio, clases, compartir

home-title = Mira cómo un modelo de lenguaje encuentra sus palabras
home-lede = Un modelo da una probabilidad a cada token siguiente posible. Qué se convierte en texto se decide después, con reglas y monedas que aquí se pueden observar: dos modelos reales, un pequeño <draft>modelo borrador</draft> y un <target>modelo objetivo</target> más grande, funcionan dentro de esta página.
home-step = Recórrelo paso a paso
home-read = Leer desde el principio
home-private = Sin cuenta, sin servidor, nada sale de tu dispositivo.
home-figure-waits = Aquí el borrador propondrá tokens y el objetivo los aceptará o corregirá. La figura está en camino …
home-on-the-way = Esta página está en camino…
home-meanwhile = Mientras tanto, dos modelos escriben juntos una frase, tal como se grabó. Recórrala paso a paso; la página llega sola.
home-figure-label = Muestreo especulativo, paso a paso, tal como se grabó
home-textbook = El libro
home-labs = Los laboratorios
home-free = Decoding Lab es software libre. Es una carpeta de archivos: cualquier escuela puede ponerla en su propio espacio web.
home-door-decoding = Búsqueda greedy y por haces, temperatura y filtros y su orden, gramáticas: con figuras que hacen lo que dice el texto.
home-door-speculative = Dos casos, la demostración, el precio y todas las formas de construir un borrador.
home-door-exercises = Predice y deja que la página calcule: con pistas, puntuación parcial y variantes sin fin.
home-door-teach = Tres clases listas, con preguntas sobre las que apostar antes de que la página muestre la respuesta.
home-languages = Idiomas
figure-trouble = La grabación no ha llegado. Los laboratorios también la necesitan: vuelve a cargar la página.
teach-title = Para docentes
teach-link = Para docentes
teach-lede = Tres clases listas para dar. Cada una es una serie de páginas preparadas con una pregunta sobre la que apostar antes de ver la respuesta. La clase no necesita nada; usted necesita esta página y un proyector.
teach-projector = En el proyector
teach-projector-mode = Una clase se abre en modo presentación: letra más grande, botones más grandes. «Presentar», arriba, hace lo mismo en cualquier página.
teach-projector-clicker = Sirve un mando de presentaciones: adelante muestra la respuesta y luego el momento siguiente; atrás retrocede. En una página sin clase avanza paso a paso.
teach-projector-veil = S es un foco que sigue al puntero. B pone la pantalla en negro; B o Escape la devuelve.
teach-projector-share = «Compartir» muestra un código QR de lo que se ve, hecho en esta página. Los alumnos abren el mismo estado en sus dispositivos.
teach-plan = { $minutes } minutos: { $title }
teach-start = Empezar la clase de { $minutes } minutos
teach-minutes = { $minutes } min
teach-see = mira lo que muestra la página
teach-place = Clase de { $minutes } minutos, momento { $moment } de { $moments }
teach-answer = Mostrar la respuesta
teach-next = Siguiente
teach-back = Atrás
teach-over = La clase ha terminado
teach-leave = Salir de la clase
teach-right = ✓ correcto
present-button = Presentar
present-black = La pantalla está en negro. Mostrar la página de nuevo
share-button = Compartir
share-title = Compartir lo que se ve
share-code = Código QR de la dirección de abajo
share-too-long = La dirección es demasiado larga para un código QR: acorta el prompt.
share-this-machine = Esta dirección solo funciona en este ordenador. Ponga la carpeta en el espacio web de su centro y comparta desde allí.
share-opened-model = El enlace no contiene los modelos que usted ha abierto ({ $names }): solo están en este dispositivo. Quien lo abra tendrá los modelos de este sitio.
share-address = Dirección
share-lesson = Con la clase alrededor: modo presentación, la pregunta y el paso siguiente
share-copy = Copiar la dirección
share-copied = Copiada
share-not-copied = Este navegador no permite copiar: selecciona la dirección y cópiala a mano

## Files and offline use

offline-title = Archivos y uso sin conexión
offline-open = Archivos y uso sin conexión …
offline-ready = Listo para usar sin conexión: aquí todo funciona sin red.
offline-models-not-kept = No está listo sin conexión: no se pudieron guardar los modelos ({ $why }).
offline-waiting = Aún no está listo sin conexión: los archivos de la página se guardan cuando hayan llegado los modelos.
offline-arriving = Aún no está listo sin conexión: se están guardando los archivos de la página.
offline-page-only = La página se abre sin red; los modelos aún no están guardados.
offline-not-secure = No se guarda nada: los navegadores solo guardan archivos de direcciones https y de este mismo dispositivo. Todo funciona y se vuelve a descargar en la próxima visita.
offline-no-worker = No se guarda nada: este navegador, o esta ventana privada, no guarda páginas. Todo funciona y se vuelve a descargar en la próxima visita.
offline-refused = La página no se guarda: el navegador no lo permitió ({ $why }). Todo funciona y se vuelve a descargar en la próxima visita.
offline-incomplete = algunos archivos no llegaron o son de otra versión
offline-no-reason = sin indicar el motivo
offline-embedded = Un laboratorio dentro de otra página no guarda nada; ábralo en su propia ventana para usarlo sin conexión.
offline-development = Esta es una versión de desarrollo y no se guarda nada de ella.
offline-switched-off = No se guarda nada, como usted pidió. Todo se vuelve a descargar en la próxima visita.
offline-notice-models = Los modelos funcionan, pero este navegador no pudo guardarlos para la próxima visita ({ $why }).
offline-update = Hay una nueva versión de esta página. La actual continúa hasta que la recargue; se conserva el lugar donde está.
offline-reload = Recargar
offline-later = Más tarde
offline-sizes = Lo que está guardado en este dispositivo
offline-size-page = La página, sus programas y ejemplos grabados
offline-size-models = Los dos modelos
offline-size-free = Espacio que este navegador aún ofrece
offline-about = unos { $size }
offline-in-all = { $size } en este dispositivo. Solo los usa esta página, y nunca se envía nada.
offline-nothing = No hay nada guardado.
offline-keep = Guardar para usar sin conexión
offline-clear = Borrar los archivos guardados
offline-install = Instalar como aplicación …
size-gigabytes = { $n } GB

## Inside other pages

embed-button = Insertar
embed-title = Poner esto en una página suya
embed-back = Abrir en Decoding Lab
embed-new-tab = (en una pestaña nueva)
embed-locked = Fijado por la página que contiene esta.
embed-what = Qué se muestra
embed-part-stage = El escenario, con su explicación
embed-part-text = El texto hasta ahora
embed-part-playback = Reproducción
embed-part-settings = Todos los ajustes
embed-part-models = Qué modelos se ejecutan, y cómo
embed-part-details = Fichas junto al escenario
embed-part-results = El resultado en conjunto
embed-part-lesson = La lección
embed-one-by-one = Ajustes uno por uno: mostrar o bloquear
embed-setting = Ajuste
embed-shown = Mostrar
embed-lock = Bloquear
embed-show-it = Mostrar { $setting }
embed-lock-it = Bloquear { $setting }
embed-height = Altura
embed-colours = Colores
embed-colours-auto = como el dispositivo del lector
embed-colours-light = claros
embed-colours-dark = oscuros
embed-language = Idioma
embed-language-own = el del lector
embed-frame = Un marco
embed-frame-words = Con la altura indicada arriba. Funciona en todas partes.
embed-element = Un elemento propio
embed-element-words = Tan alto como su contenido. Necesita un script de 2 KB de este sitio.
embed-copy = Copiar
embed-copied = Copiado.
embed-not-copied = Este navegador no permite que la página copie: seleccione las líneas y cópielas a mano.
embed-preview = Así lo verán los lectores
embed-unknown-name = { $list } = { $name }: en esta página no hay nada con ese nombre; se omitió.
embed-unknown-theme = theme = { $name } no se conoce: auto, light o dark; se usan los colores del dispositivo.

## Exercises

exercise-page = Ejercicio
exercises-title = Ejercicios
exercises-lede = Primero predice. Después la página calcula la respuesta ante tus ojos, con el código de sus laboratorios.
exercises-worksheet = Hoja de trabajo y soluciones para imprimir
exercises-all = Todos los ejercicios
exercises-place = { $place } de { $all }
exercises-others = Otros ejercicios
exercises-before = Anterior:
exercises-next = Siguiente:
exercise-questions =
    { $n ->
        [one] { $n } pregunta
       *[other] { $n } preguntas
    }
exercise-not-begun = ○ sin empezar
exercise-solved-variants =
    { $n ->
        [one] ● resuelto, { $n } variante
       *[other] ● resuelto, { $n } variantes
    }
exercise-begun = ◐ empezado, mejor { $credit }
exercise-variant = Variante
exercise-next-variant = Variante siguiente
exercise-textbook = Números del libro
exercise-bad-variant = Una variante es un número entero de 0 a { $most }; se mantiene la anterior.
exercise-unknown = No hay ningún ejercicio «{ $name }»; se muestra el primero.
exercise-bad-number = { $name } = { $given } no es un número entero de 0 a { $most }; se usa 0.
exercise-given-table = Los datos, en una tabla
exercise-question = Pregunta { $n }
exercise-solved = ● resuelto
exercise-so-far =
    { $n ->
        [one] ◐ { $credit } hasta ahora, { $n } intento
       *[other] ◐ { $credit } hasta ahora, { $n } intentos
    }
exercise-check = Comprobar
exercise-hint = Pista
exercise-hint-of = Pista { $n } de { $most }
exercise-no-hints = No hay más pistas
exercise-hints = Pistas
exercise-show = Mostrar el resultado
exercise-unread = ? No cuenta.
exercise-right = ✓ Correcto.
exercise-partly = ◐ Correcto en parte ({ $credit }).
exercise-wrong = ✗ Incorrecto.
exercise-computed = Calculado ahora:
exercise-steps = Paso a paso
exercise-your-list = Tu lista, por ejemplo { $example }
exercise-your-number = Tu número
exercise-number-example = 0,25, 1/4 o 25 %
exercise-your-numbers = Tus números, en orden
exercise-numbers-example = 0,5; 0,3; 0,2
exercise-tick = Marca todo lo que corresponda
exercise-choose = Elige una
order-yours = Tu demostración, línea a línea
order-empty = Aún vacía. Añade la línea con la que empieza la demostración.
order-left = Líneas para elegir; algunas sobran
order-add = Añadir: { $line }
order-added = Añadida como línea { $n }.
order-removed = Quitada.
order-moved = Ahora línea { $n } de { $all }.
order-reason = Razón …
order-reason-of = Razón de la línea { $n }
order-up = Subir: línea { $n }
order-down = Bajar: línea { $n }
order-remove = Quitar la línea { $n }
progress-title = Tu progreso
progress-nothing = Aún no has hecho nada.
progress-variants =
    { $n ->
        [one] { $n } variante hasta ahora.
       *[other] { $n } variantes hasta ahora.
    }
progress-kept = Se guarda en este navegador, en este dispositivo, y en ningún otro sitio.
progress-no-storage = Este navegador no deja guardar nada: lo que hagas dura hasta que cierres la página. Guárdalo como archivo para conservarlo.
progress-full = El almacenamiento del navegador está lleno: lo que hagas ahora dura hasta que cierres la página. Guárdalo como archivo para conservarlo.
progress-unreadable = Lo que estaba guardado aquí no se pudo leer. Se apartó y empieza un registro nuevo.
progress-save = Guardar como archivo
progress-add = Añadir desde un archivo …
progress-add-hint = Al añadir un archivo se queda, para cada pregunta, el mejor de los dos resultados.
progress-added =
    { $n ->
        [one] Añadida { $n } variante del archivo.
       *[other] Añadidas { $n } variantes del archivo.
    }
progress-not-added = No se añadió nada: { $why }.

## The worksheet

worksheet-title = Hoja de trabajo
worksheet-seed = Semilla
worksheet-next-seed = Semilla siguiente
worksheet-key = Soluciones
worksheet-print = Imprimir
worksheet-hint = La semilla 0 tiene los números del libro. La dirección vuelve a crear la misma hoja.
worksheet-bad-seed = Una semilla es un número entero de 0 a { $most }; se mantiene la anterior.
worksheet-heading = Decodificación y muestreo especulativo: hoja de trabajo
worksheet-heading-key = Decodificación y muestreo especulativo: soluciones
worksheet-name = Nombre
worksheet-date = Fecha
worksheet-answer = Respuesta
worksheet-line = Línea { $n }:
worksheet-because = porque
worksheet-line-key = { $line } porque { $reason }: { $text }
worksheet-foot = Decoding Lab · hoja { $seed }
worksheet-foot-key = Decoding Lab · hoja { $seed } · soluciones

## Pictures of answers, and live figures

picture-out = fuera
picture-token = token
picture-entropy = entropía
picture-nats = { $entropy } nats
picture-bars = Distribuciones como barras
picture-accepted = aceptados
picture-counted = contado
picture-formula = según la fórmula
picture-cycles = ciclos
picture-cycles-to-try = Ciclos para probar
picture-other-coins = Otras monedas
picture-cycles-words = Aceptados por ciclo: contado { $counted } ± { $error }, según la fórmula { $formula }. Tokens por ciclo: { $tokens }.
picture-legal = permitido
picture-masked = enmascarado
picture-mask = Tokens bajo la máscara
picture-may-come = Después de «{ $text }» puede venir { $expects }:
picture-may-begin = Al principio puede venir { $expects }:
picture-texts = Todos los textos
picture-text = texto
picture-probability = probabilidad
picture-drawn = sorteado, de 100
picture-found-by = encontrado por
picture-paths = Los dos caminos de cada token
picture-given = dado
picture-with-residual = con el residuo
picture-without-residual = sin él
picture-corrected = corregido
picture-law = ley
picture-laws-words = A = Σ min(p, q) = { $overlap }, Z = Σ max(0, p − q) = { $residual }, juntos { $sum }. Contado: { $n } tokens cada uno, una semilla. ≠ marca dónde la ley no es p.
figure-waiting = La grabación está en camino …
figure-failed = La grabación no llegó. Vuelve a cargar la página.
figure-own = la p del modelo
figure-drawn-from = se sortea de
figure-sampler-words = Se pueden sortear { $left } de { $all } tokens; tan repartidos como { $choices } igual de probables (el modelo solo: { $own }).
figure-order-same = Los dos órdenes dan la misma distribución.
figure-order-first = T, luego top-p
figure-order-last = top-p, luego T
figure-order-words =
    { $n ->
        [one] Con la temperatura primero queda { $n } token; con ella al final, { $last }.
       *[other] Con la temperatura primero quedan { $n } tokens; con ella al final, { $last }.
    }
figure-mask-before = Token anterior
figure-mask-next = Token siguiente
figure-mask-place = token { $n } de { $all }
figure-mask-mask = máscara
figure-mask-if-legal = p si es legal
figure-mask-words = Son legales { $legal } de { $all } tokens, con { $mass } de la masa del modelo. Puede seguir: { $expects }.
figure-position-cost = Coste de otra posición
figure-speedup-best = S = { $tau } / { $cost } = { $speedup }; lo mejor con γ = { $gamma }: { $best }.
figure-speedup-slower = S = { $tau } / { $cost } = { $speedup }; más lento que el modelo objetivo solo, sobre todo: { $why }.
figure-lookup-n = Palabras buscadas n
figure-lookup-gamma = Palabras adivinadas γ
figure-lookup-at = Palabras escritas hasta ahora
figure-lookup-found = Las últimas { $n } palabras ya estaban antes. De { $guesses } conjeturas, el texto sigue con { $right }.
figure-lookup-none = Las últimas { $n } palabras no aparecieron antes: no hay conjetura, y el modelo objetivo escribe solo.
figure-lookup-whole = En todo el texto: { $right } de { $guessed } palabras acertadas, { $cycles } ciclos para { $words } palabras.
figure-beams-words =
    { $n ->
        [one] { $n } haz: «…{ $text }», con probabilidad { $prob }: número { $place } de { $all } textos.
       *[other] { $n } haces: «…{ $text }», con probabilidad { $prob }: número { $place } de { $all } textos.
    }
figure-law-same = Lo que sale tiene exactamente la ley p.
figure-law-other = Lo que sale es otra ley: a { $apart } de p (variación total).
figure-law-column = lo que sale
figure-proof-lines = Líneas de la demostración
figure-mistake = Qué se hace mal
figure-cycle-stage = Qué hay en escena
figure-cycle-case = Caso { $n }
figure-cycle-recorded = Grabado
figure-playback = Reproducción de esta figura
figure-restart = Reiniciar
figure-back = Atrás

## Chapters

chapter-equation = Ecuación
chapter-decoding = Decodificación
chapter-decoding-link = 1 Decodificación
chapter-speculative = Muestreo especulativo
chapter-speculative-link = 2 Muestreo especulativo
chapter-number = Capítulo { $n }
chapter-contents = Contenido
chapter-next = Siguiente: { $title }
chapter-before = Anterior: { $title }
chapter-exercise = ○ ejercicio
chapter-exercise-begun = ◐ empezado
chapter-other-numbers = Otros números, en una página propia
chapter-done = (hecho)
chapter-table = Tabla

## De los logits a un token

logits-stage-spoken = { $stage } { $value }, lugar { $place } de { $n }. Alt y una flecha la mueven
logits-bias = Sesgo de logits
logits-temperature = Temperatura
logits-once = { $value } una vez
logits-each = { $value } cada vez
logits-of-best = { $share } del mejor
logits-own-title = La distribución propia del modelo
logits-a-stage = Una etapa
logits-draw-title = La extracción
logits-own = El modelo acaba con un número por token, su logit. Softmax convierte los { $n } en probabilidades. Equivalen a { $choices } opciones igual de probables.
logits-draw = Las probabilidades están puestas en fila de 0 a 1. La moneda cae en { $coin }, en la parte de { $token }. La misma semilla extrae siempre el mismo token.
logits-draw-none = Los ajustes no han dejado ningún token que extraer.
logits-off = Esta etapa está apagada: deja cada número como estaba.
logits-temperature-zero = Con T = 0 queda solo el logit mayor. Es la decodificación voraz: la moneda ya no importa.
logits-temperature-low = Cada logit se divide por { $temperature }, lo que los separa: ganan los tokens probables. De { $from } opciones efectivas a { $to }; nada se recorta.
logits-temperature-high = Cada logit se divide por { $temperature }, lo que los acerca: ganan los tokens improbables. De { $from } opciones efectivas a { $to }; nada se recorta.
logits-top_k = Solo quedan los { $k } tokens más probables. Se recorta { $removed } de la probabilidad, y lo que queda se divide por el resto: esos tokens suben aunque sus logits no cambiaron.
logits-top_p = Desde arriba se conservan tokens hasta que su masa llega a { $p }: hacen falta { $kept }. La cola de { $removed } se recorta y los demás se la reparten.
logits-min_p = Un token debe ser al menos { $share } tan probable como el mejor. Aún se pueden extraer { $kept }; se recorta { $removed } de la probabilidad.
logits-repetition = Los logits de los tokens que ya están en el texto se dividen por { $value } si son positivos y se multiplican si son negativos. Ambas cosas los hacen menos probables.
logits-presence = Cada token generado desde el prompt pierde esto de su logit, una vez, por muchas veces que haya salido.
logits-frequency = Un token pierde esto de su logit por cada vez que se generó desde el prompt.
logits-biased = Los logits de { $tokens } cambian en un número suyo. Sumar b multiplica la razón de un token frente a cualquier otro por exp(b): ±{ $bias } es un factor de { $factor }.
logits-follows = Lo que sigue
logits-bias-of = Sesgo de { $token }
logits-bias-remove = Quitar el sesgo de { $token }
logits-bias-full = Ya es suficiente
logits-bias-choose = Elegir un token …
logits-bias-hint = un número sumado al logit de un token: +b multiplica su razón por exp(b)
logits-stop-refused = { $stop } ya está entre las cadenas de parada, o tiene más de { $bytes } bytes.
logits-stop-remove = Quitar la cadena de parada { $stop }
logits-stops = Cadenas de parada
logits-stop-such = como . o \n
logits-add = Añadir
logits-stops-hint = el texto acaba antes de la primera de estas; lo que pueda llegar a serlo se retiene
logits-ended = La historia ha terminado: vuelva atrás para continuar de otro modo.
logits-stopped = Ha salido la cadena de parada { $stop }: el texto acaba antes. Vuelva atrás o quítela para continuar.
logits-full = El contexto del modelo está lleno: no ve más allá. Vuelva atrás para continuar de otro modo.
logits-not-text = no es parte del texto
logits-held = retenido: puede llegar a ser una cadena de parada
logits-text = Texto antes del cursor
logits-rewind = Volver a antes de { $token }
logits-take = Tomar el token extraído
logits-nothing = No se puede extraer nada
logits-write-on = Seguir escribiendo
logits-stop-writing = Dejar de escribir
logits-back = Retirar
logits-or-click = O haga clic en un token de abajo para elegirlo usted.
logits-stages = Etapas, en su orden
logits-move = Mover la etapa en pantalla
logits-earlier = ← Antes
logits-later = Después →
logits-order-hint = El orden importa. Arrastre una etapa, pulse Alt con una flecha sobre ella o use los botones de arriba.
logits-logits = logits
logits-draw-chip = extracción
logits-on-its-way = El objetivo está en camino …
logits-save-json = Guardar los logits (JSON)
logits-save-csv = Guardar las etapas (CSV)
logits-fact-tokens = tokens que se pueden extraer
logits-fact-choices = opciones efectivas
logits-fact-entropy = entropía, nats
logits-fact-cut = probabilidad recortada
logits-cdf-spoken = Moneda { $coin } sobre las probabilidades en fila; cae en una parte de { $share }
logits-cdf = 0 a la izquierda, 1 a la derecha, tokens por número; la moneda está en { $coin }.
logits-cut-here = ✂ aquí fuera
logits-out-before = ya fuera
logits-raised = ↑ mismo logit
logits-choose = Elegir { $token }
logits-rows-caption = Los tokens más probables y todos los demás juntos
logits-logit = logit
logits-before = antes
logits-after = después
logits-happened = qué pasó
logits-compare = El orden importa: dos muestreadores, los mismos logits
logits-against = contra
logits-compare-against = Comparar con
logits-same = Ambos dan exactamente la misma distribución.
logits-differ = Variación total { $distance }: { $both } conservados por ambos, { $first } solo por el primero, { $second } solo por el segundo.
logits-only-here = solo aquí
logits-keeps = conserva { $tokens }
logits-draw-many = Extraer muchas veces, con esta semilla
logits-drawn = extraído
logits-by-hand = elegido a mano
logits-distance =
    { $n ->
        [one] Tras { $n } extracción, variación total { $distance }. Baja con la raíz cuadrada de las extracciones.
       *[other] Tras { $n } extracciones, variación total { $distance }. Baja con la raíz cuadrada de las extracciones.
    }
logits-draws-empty = Los recuentos de tokens extraídos acaban sobre sus probabilidades.
logits-odds-always = Con T = 0 gana siempre el primero.
logits-odds-never = Con T = 0 el primero no gana nunca.
logits-odds-excluded = Uno de los dos está excluido.
logits-odds = Razón entre dos tokens
logits-odds-first = Primer token
logits-odds-to = a
logits-odds-second = Segundo token
logits-odds-hint = Los filtros recortan tokens pero nunca cambian la razón entre dos que quedan. Solo lo hacen la temperatura y las penalizaciones.
logits-paths = Caminos recorridos desde este prompt
logits-paths-empty = Tome el token extraído o elija uno. Nada se pierde al volver atrás.
logits-temperature-last = temperatura al final
logits-filters-first = filtros primero
logits-usual-order = el orden habitual
logits-cold-hot = T = 0,5 contra T = 1,5
logits-your-order = su orden
logits-place = etapa { $shown } de { $n }
logits-pipeline = La cadena

## El laboratorio de borradores

drafts-section-ways = Las formas lado a lado, y una de ellas en detalle
drafts-section-found = El texto, y lo que se encontró
drafts-place = paso { $step } de { $steps }, ciclo { $cycle } de { $n }
drafts-not-opened = No se pudo abrir el archivo: { $why }.
drafts-domain = Tipo de texto
drafts-domain-story = Historia
drafts-domain-list = Listas
drafts-domain-json = JSON
drafts-domain-repetition = Repetición
drafts-rule = Una propuesta se acepta
drafts-rule-exact = con min(1, p/q)
drafts-rule-typical = donde es típica: no es exacto
drafts-not-exact = ≠ Esta es otra ley. Una propuesta se acepta donde el objetivo le da al menos min(0,09; 0,3·exp(−H)), diga lo que diga q. El daño de cada forma está en su fila: a qué distancia queda la ley de un token de la del objetivo, en variación total. Los árboles se prueban siempre de forma exacta.
drafts-tree = Propuestas de un árbol, nivel por nivel
drafts-tree-hint = Cuántas propuestas siguen a cada una
drafts-shape = { $levels } ({ $n } propuestas)
drafts-which = Qué formas
drafts-compare = Comparar
drafts-open = Abrir una comparación …
drafts-recorded-more = {" "}antes, con estos modelos, sin tiempos
drafts-nothing-yet = Aún no se ha comparado nada.
drafts-waiting = espera su turno
drafts-missing = No disponible: { $why }
drafts-progress = { $n } de { $all } formas
drafts-side-by-side = Lado a lado
drafts-table-scroll = Las formas, una tabla que se desplaza de lado
drafts-col-way = q viene de
drafts-col-numbers = Números
drafts-col-work = Trabajo por propuesta
drafts-col-alpha = α
drafts-col-tau = τ
drafts-col-cost = Tiempo por propuesta
drafts-col-predicted = Previsto
drafts-col-measured = Medido
drafts-col-law = Ley
drafts-table-note = Números: entrenados o contados solo para esta forma. Trabajo: productos con pesos, que se suman. α: solapamiento medio de p y q en todas las pruebas. τ: tokens por ciclo. Previsto: según el tiempo de las pasadas solas; medido: según todo el tiempo, frente al objetivo solo. Ley: 2000 tokens extraídos tras el prompt y comparados con p.
drafts-times = { $n }×
drafts-law-fits = { $n } tokens extraídos concuerdan con la ley del objetivo (valor p { $p })
drafts-law-broken = { $n } tokens extraídos no concuerdan con la ley del objetivo (valor p { $p })
drafts-damage = {" "}daño { $damage }
drafts-no-cycle = Esta forma aún no ha escrito nada.
drafts-where-from = De dónde viene q: { $way }
drafts-way-model = Modelo pequeño
drafts-way-poor = Modelo malo
drafts-way-target = El propio objetivo
drafts-way-ngram = Recuentos (n-gramas)
drafts-way-lookup = Búsqueda en el prompt
drafts-way-exit = Salida temprana
drafts-way-heads = Cabezas
drafts-way-mtp = Estado propagado
drafts-way-model-tree = Árbol del modelo
drafts-way-heads-tree = Árbol de cabezas
drafts-about-model = Un modelo aparte, destilado del objetivo. Una pasada por cada propuesta.
drafts-about-poor = Un modelo demasiado pequeño para la tarea. Su texto es igualmente el del objetivo; solo tarda más.
drafts-about-target = p = q: todas las propuestas se aceptan, no queda nada para una corrección, y nada se gana, porque una propuesta cuesta lo mismo que un token del propio objetivo.
drafts-about-ngram = Sin modelo: de los últimos tokens, la secuencia más larga que se ha visto en otros textos, y lo que la siguió allí. Las secuencias más raras dejan más a las más cortas.
drafts-about-lookup = Sin modelo y sin otros textos: lo que siguió antes a los mismos tokens en este texto. Todo q está en un token.
drafts-about-exit = Las tres primeras capas del objetivo, un adaptador y la proyección de salida del propio objetivo. Lo que esas capas calcularon no se calcula de nuevo al comprobar la propuesta.
drafts-about-heads = Tres cabezas pequeñas sobre el último estado del objetivo (Cai et al. 2024, «Medusa»). Cada una adivina para su propio lugar sin conocer las propuestas anteriores.
drafts-about-mtp = Un bloque más toma el último estado del objetivo y el token siguiente, y da el estado siguiente (predicción de varios tokens, Gloeckle et al. 2024). Así cada propuesta conoce las anteriores.
drafts-about-model-tree = El modelo pequeño, con varias propuestas para cada lugar, extraídas sin reposición. Las rechazadas dejan un residuo; la siguiente se prueba frente a él (Miao et al. 2023, «SpecInfer»).
drafts-about-heads-tree = Las cabezas, con varias propuestas para cada lugar. Una pasada del objetivo comprueba todo el árbol: cada propuesta ve solo su propia rama.
drafts-picture-model = Un modelo pequeño de dos capas junto al objetivo de seis
drafts-picture-poor = Un modelo de una capa junto al objetivo de seis
drafts-picture-target = El objetivo junto a sí mismo
drafts-picture-exit = Seis capas del objetivo; una flecha sale después de las tres primeras
drafts-picture-heads = Seis capas del objetivo; de la última salen tres flechas hacia tres propuestas
drafts-picture-mtp = Seis capas del objetivo; de la última sale una cadena de estados, cada uno a partir del anterior
drafts-picture-model-tree = Un modelo pequeño de dos capas junto al objetivo de seis
drafts-picture-heads-tree = Seis capas del objetivo; de la última salen tres flechas hacia tres propuestas
drafts-copied = copiado
drafts-matched = los mismos tokens
drafts-source-lookup = Línea continua: lo que se copia. Punteada: los últimos tokens, y dónde estaban antes.
drafts-source-ngram = Línea punteada: los últimos tokens, que también están en otros textos. Sus recuentos son q.
drafts-caption-none = No hay de dónde adivinar, así que nada se propone: la pasada del objetivo da { $token }, como lo daría él solo.
drafts-caption-chain = { $n ->
        [one] Una propuesta: { $token }. Una pasada del objetivo la probará.
       *[other] { $n } propuestas, la primera de ellas { $token }. Una pasada del objetivo las probará todas.
    }
drafts-caption-tree = { $n } propuestas en total, para el lugar siguiente { $tokens }. Una pasada del objetivo probará todo el árbol.
drafts-caption-all = { $n ->
        [one] La propuesta se aceptó, y el objetivo añade { $token }.
       *[other] Las { $n } propuestas se aceptaron, y el objetivo añade { $token }.
    }
drafts-caption-branch = { $n ->
        [one] La propuesta se aceptó, y el objetivo añade { $token }.
       *[other] Las { $n } propuestas de una rama se aceptaron, y el objetivo añade { $token }.
    }
drafts-caption-some = { $n ->
        [0] No se aceptó ninguna propuesta. En su lugar, el residuo da { $token }.
        [one] Se aceptó una propuesta. Después el residuo da { $token }.
       *[other] Se aceptaron { $n } propuestas. Después el residuo da { $token }.
    }
drafts-caption-end = { $n ->
        [one] Se aceptó una propuesta, y el texto acaba.
       *[other] Se aceptaron { $n } propuestas, y el texto acaba.
    }
drafts-tree-scroll = Las propuestas, un dibujo que se desplaza de lado
drafts-bonus = bonificación: extraída del objetivo tras aceptarse todas
drafts-correction = corrección: extraída de lo que el objetivo aún quería
drafts-guess = propuesto: { $token }
drafts-guess-accepted = { $token }: aceptado, p = { $p }, q = { $q }
drafts-guess-rejected = { $token }: rechazado, p = { $p }, q = { $q }
drafts-guess-untested = { $token }: nunca probado
drafts-as-table = Las propuestas como tabla
drafts-col-place = Lugar
drafts-col-guess = Propuesta
drafts-col-from = q de
drafts-col-overlap = Solapamiento
drafts-col-outcome = Resultado
drafts-origin-model = una pasada del modelo
drafts-origin-ngram = { $n ->
        [0] recuentos de todos los tokens
        [one] recuentos tras el último token
       *[other] recuentos tras los últimos { $n } tokens
    }
drafts-origin-lookup = { $n ->
        [one] token { $place } del texto, tras el mismo token
       *[other] token { $place } del texto, tras los mismos { $n } tokens
    }
drafts-origin-exit = las { $n } primeras capas
drafts-origin-head = cabeza { $n }
drafts-origin-carried = estado propagado { $n ->
        [one] una vez
       *[other] { $n } veces
    }
drafts-text = El texto de esta forma: { $way }
drafts-legend-guessed = propuesto y aceptado
drafts-legend-own = del propio objetivo
drafts-by-place = α por lugar
drafts-by-place-note = El solapamiento medio de p y q en el primer, segundo y tercer lugar de un ciclo, donde se probó.
drafts-who-wins = Quién gana dónde
drafts-who-wins-note = τ de cada forma en cuatro tipos de texto, con los ajustes tal como están. El propio objetivo queda fuera de la carrera.
drafts-best = lo mejor aquí
drafts-survey = Comparar en los cuatro
drafts-surveying = Comparando …

## Textos unidos

sentences-two = { $first } { $second }
rank-best = mejor
rank-second = segundo mejor
rank-third = tercer mejor
rank-later =
    { $last ->
       *[other] { $n }.º mejor
    }

## Enlaces que no se pueden usar tal cual

link-constraint = { $given } no es una restricción; debe empezar por { $kinds }; se omitió

## Voraz y por haces

beams-search = La búsqueda
beams-scenario = Qué se busca
beams-scenario-target = El objetivo entrenado
beams-scenario-all-texts = Los 27 textos de una tabla
beams-scenario-ending = Textos que acaban
beams-table-hint = Una tabla hecha a mano, lo bastante pequeña para mirar todos los textos que hay. La búsqueda es la real; el prompt y la profundidad son fijos.
beams-prompt = Prompt
beams-objectives = Otros objetivos ({ $on })
beams-objectives-off = apagados
beams-objectives-hint = Estos cambian lo que se busca. La puntuación de un texto sigue siendo la suma de sus logaritmos.
beams-objective-penalty = penalización por longitud a = { $a }
beams-objective-groups =
    { $n ->
        [one] { $n } grupo, diversidad { $penalty }
       *[other] { $n } grupos, diversidad { $penalty }
    }
beams-penalty-longer = Las puntuaciones son negativas. Divididas por un número mayor se acercan a 0, así que a > 0 favorece los textos más largos.
beams-penalty-shorter = Con a {"\u003C"} 0 el divisor mengua al crecer el texto: su puntuación negativa se aleja de 0, así que ganan los textos más cortos.
beams-penalty-off = Apagada: un texto vale su puntuación.
beams-stop = Detener la búsqueda
beams-examples = Ejemplos
beams-examples-hint = Elija uno o escriba un comienzo propio.
beams-example-win = Los haces ganan
beams-claim-win = Cuatro haces encuentran un texto con una puntuación mucho mayor: la primera palabra de la voraz es la más probable, pero lo que la sigue es menos probable.
beams-example-worse = Mayor puntuación, peor texto
beams-claim-worse = Cuatro haces encuentran una puntuación mucho mayor a fuerza de repetirse: lo probable no tiene por qué ser bueno.
beams-example-shorter = Mayor puntuación, texto más corto
beams-claim-shorter = Cada token cuesta algo, así que ocho haces prefieren un texto que acaba pronto y dice poco.
beams-example-products = Los productos se agotan
beams-claim-products = Dieciséis grupos que deben diferir todos: el producto de las probabilidades del último es 0 en precisión simple; su suma de logaritmos, no.
beams-place = nivel { $level } de { $levels } · paso { $step } de { $steps }
beams-place-before = antes del nivel 1 de { $levels }
beams-table-not-searched = No se pudo buscar en la tabla ({ $why }).
beams-search-not-shown = No se pudo mostrar la búsqueda ({ $why }).
beams-save-json = Guardar la búsqueda (JSON)
beams-save-csv = Guardar los textos (CSV)
beams-save-svg = Guardar el árbol (SVG)
beams-save-png = Guardar el árbol (PNG)

# Los pasos de una búsqueda: títulos, y lo que dice cada uno.
beams-the-prompt = el prompt
beams-title-prompt = El prompt
beams-title-extend = Nivel { $level }: prolongar
beams-title-extend-beam = Nivel { $level }: prolongar el haz { $beam } de { $beams }
beams-title-prune = Nivel { $level }: ordenar y podar
beams-title-finish = Nivel { $level }: terminado
beams-title-end = El final
beams-caption-start =
    { $n ->
        [1] El prompt está solo. Cada nivel prolonga cada haz vivo con cada token, ordena todos los textos y conserva el mejor, que es lo que hace la voraz.
       *[other] El prompt está solo. Cada nivel prolonga cada haz vivo con cada token, ordena todos los textos y conserva los { $n } mejores.
    }
beams-dead-end = Después de { $text } no puede venir nada: un callejón sin salida. Este haz se pierde.
beams-dead-end-prompt = Después del prompt no puede venir nada: un callejón sin salida. Este haz se pierde.
beams-after-prompt = Después del prompt: { $children }.
beams-after-text = Después de { $text }: { $children }.
beams-child = { $token } cuesta { $cost } y da { $score }
beams-children = { $first }; { $second }
beams-rest = { $mass } de la probabilidad está en { $others }.
beams-ranked =
    { $n ->
        [one] Se ordena { $n } texto por { $by }; { $stay }.
       *[other] Se ordenan { $n } textos por { $by }; { $stay }.
    }
beams-by-score = puntuación
beams-by-objective = puntuación / longitud^a
beams-stay =
    { $n ->
        [one] queda { $n }
       *[other] quedan { $n }
    }
beams-ended-before =
    { $n ->
        [one] { $n } de ellos había acabado antes y se queda como está.
       *[other] { $n } de ellos habían acabado antes y se quedan como están.
    }
beams-first-cut = Al primero podado, { $text }, le falta { $margin }.
beams-falls-out = El texto terminado { $text } sale por { $margin }.
beams-best-is = El mejor es { $text }, con { $score }.
beams-text-at = { $text } con { $score }
beams-list = { $first }, { $second }
beams-and = { $first } y { $second }
beams-caption-finish = El token final: { $texts }, terminado. Ya no se prolonga más y conserva su puesto mientras le baste su puntuación.
beams-best-text = El mejor texto: { $text }, con una puntuación de { $score }.
beams-stop-finished = Todos los haces están terminados.
beams-stop-decided = Decidido: las puntuaciones solo bajan, y ningún haz vivo puede ya superar a uno terminado.
beams-stop-depth = Tan profundo como se pidió.
beams-stop-context = El contexto del modelo está lleno: no ve más allá de este número de tokens.
beams-stop-dead-end = Un callejón sin salida: después de cada haz, todos los tokens están excluidos.

# El nivel como tabla.
beams-level-table = Este nivel como tabla
beams-level-texts = Los textos de este nivel
beams-level-empty = Aún no se ha prolongado nada.
beams-column-after = después de
beams-column-token = token
beams-column-score = puntuación s
beams-column-outcome = resultado
beams-outcome-kept = ● conservado, puesto { $place }
beams-outcome-finished = ■ terminado, puesto { $place }
beams-outcome-lacks = ✕ le falta { $margin }
beams-outcome-rest = resto

# La voraz junto al mejor haz.
beams-greedy-title = La voraz junto al mejor haz
beams-greedy = Voraz
beams-best-beam = Mejor haz
beams-both-begin = Ambos empiezan en el prompt.
beams-same-text = El texto de la voraz es el mejor haz: hasta ahora son iguales.
beams-part-ranked = Se separan en el token { $token }, donde el haz toma el { $rank } y la voraz el mejor: { $lead } para el haz.
beams-part-stopped = Se separan en el token { $token }, donde el haz tiene el mejor y la voraz ha parado: { $lead } para el haz.
beams-overtakes = Va por detrás hasta el token { $token }, donde adelanta: segundo mejor ahora, mejor después.
beams-never-overtakes = No la alcanza nunca.
beams-not-overtaken = Hasta ahora no la ha alcanzado.
beams-beam-leads = En total el haz va por delante { $lead }: su texto es { $times } veces más probable.
beams-greedy-leads = En total la voraz va por delante { $lead }: su texto es { $times } veces más probable. Más haces no prometen nada.
beams-equal = En total son iguales.
beams-by-token = Token a token
beams-prefixes = La voraz y el mejor haz, token a token
beams-column-greedy = voraz
beams-column-beam = haz
beams-column-sum = suma
beams-column-lead = ventaja del haz
beams-column-note = nota
beams-note-part = se separan
beams-note-overtakes = adelanta

# Puntuaciones, costes, cuentas.
beams-scores-title = Los haces ahora, el mejor primero
beams-scores-empty = Aquí aparecen textos en cuanto se ha ordenado un nivel.
beams-live-and-finished = { $live } vivos, { $finished } terminados.
beams-choose-one = Elija uno para ver sus cuentas.
beams-column-text = texto
beams-column-group = grupo
beams-column-length = longitud
beams-column-divisor = longitud^a
beams-column-objective = s / longitud^a
beams-column-state = estado
beams-row-finished = ■ terminado
beams-row-live = ● vivo
beams-greedy-alone = la voraz sola
beams-cost-title = Lo que cuesta
beams-cost-passes = pasadas del modelo
beams-cost-forks = cachés bifurcadas
beams-cost-fed = tokens leídos
beams-cost-without = tokens sin ninguna caché
beams-cost-nothing = Aún no se ha calculado nada.
beams-cost-caches = Cada haz tiene una caché propia, bifurcada de la de su padre. Sin cachés, las mismas pasadas leerían { $factor } veces más tokens.
beams-cost-millis = { $total } hasta ahora, { $pass } por pasada.
beams-arithmetic-title = El texto elegido: logaritmos frente a productos
beams-arithmetic = Las cuentas, token a token
beams-arithmetic-prompt = El prompt no cuesta nada: las puntuaciones cuentan desde su final.
beams-repeats =
    { $n ->
        [1] Grupos anteriores tomaron su último token una vez en este nivel: se ordenó { $lower } más abajo, en { $at }. Su puntuación no cambia.
       *[other] Grupos anteriores tomaron su último token { $n } veces en este nivel: se ordenó { $lower } más abajo, en { $at }. Su puntuación no cambia.
    }
beams-underflow = Un producto de probabilidades mengua con cada token, y los números se acaban: por debajo de { $half } en precisión media, { $single } en simple y { $double } en doble se pierden cifras (!), y poco después todo es 0. Entonces ya no se distinguen los textos. La suma de logaritmos solo crece, despacio, y ordena igual.
beams-precision-half = Precisión media (f16)
beams-precision-single = Precisión simple (f32)
beams-precision-double = Precisión doble (f64)
beams-product-both = { $precision }: faltan cifras desde el token { $imprecise }, y desde el token { $zero } el producto es 0.
beams-product-zero = { $precision }: desde el token { $zero } el producto es 0.
beams-product-imprecise = { $precision }: faltan cifras desde el token { $imprecise }.
beams-product-runs-out =
    { $n ->
        [one] { $precision }: aún exacta tras { $n } token. A este ritmo se agota en el token { $at }.
       *[other] { $precision }: aún exacta tras { $n } tokens. A este ritmo se agota en el token { $at }.
    }
beams-product-exact = { $precision }: aún exacta.

# Todos los textos de una tabla.
beams-proof-title = Prueba mirando todos los textos
beams-proof-none = Ninguna anchura probada aquí encuentra el mejor texto.
beams-proof-every = Todas las anchuras probadas aquí encuentran el mejor texto.
beams-proof-misses = B = { $missed } no da con el mejor texto; B = { $smallest } lo encuentra en esta tabla.
beams-proof-sure = En cualquier tabla de V = { $v } palabras y t = { $t } pasos, B = V^(t−1) = { $enough } lo encuentra con seguridad: entonces cada comienzo se conserva hasta el último paso, que mira todos los textos. B = V^t = { $all } conserva hasta el peor texto.
beams-texts = Todos los textos, el mejor primero
beams-texts-caption =
    { $n ->
        [one] { $n } texto en total, el mejor primero
       *[other] Los { $n } textos, el mejor primero
    }
beams-column-terms = log p, token a token
beams-column-found-by = lo encuentra

## El árbol de una búsqueda

tree-tools = El árbol
tree-zoom-out = Alejar
tree-zoom-in = Acercar
tree-fit = Encajar
tree-follow = Seguir al mejor
tree-hide-pruned = Ocultar los podados
tree-fold = Plegar el elegido
tree-unfold = Desplegar el elegido
tree-unfold-all = Desplegar todo
tree-of-texts = El árbol de los textos
# Marcas en la caja de un texto: cortas.
tree-prompt = prompt
tree-kept = ● sigue
tree-end = ■ fin
tree-left = ○ atrás
tree-greedy = voraz
tree-rest = { $others }: { $mass }
tree-legend-finished = ■ terminado
tree-legend-pruned = ✕ podado, con lo que le faltó
tree-legend-left = ○ dejado atrás
tree-legend-greedy = G voraz (greedy)
tree-legend-keys = {" "}· Arrastre para mover. Con las teclas, en el árbol: las flechas mueven, Mayús y una flecha eligen un texto, Intro lo pliega, + y − acercan y alejan, 0 encaja, F sigue.
tree-prompt-words = El prompt, { $tokens }: de aquí crece todo.
tree-node = { $token }: p { $prob }, log p { $log_prob }, número { $rank } después de su texto; puntuación { $score }; { $what }
tree-node-margin = , { $margin } por debajo del último conservado
tree-node-group = ; grupo { $group }
tree-node-greedy = ; la voraz también pasa por aquí
tree-node-end = .
tree-state-candidate = aún sin ordenar
tree-state-live = conservado: sigue adelante
tree-state-finished = terminado: congelado con su puntuación
tree-state-inner = parte de un texto que aún se conserva
tree-state-overtaken = conservado una vez, pero ahora ningún texto conservado empieza así
tree-state-dead-end = un callejón sin salida: nada puede seguir
tree-state-pruned = podado
tree-state-displaced = terminado, luego desplazado

## Decodificación restringida

constraints-story = El texto, paso a paso
constraints-begin = Empezar con
constraints-begin-own = Sus propios ajustes
constraints-preset-list = Una lista de dígitos
constraints-preset-digits = Solo dígitos
constraints-preset-date = Una fecha
constraints-preset-sentence = Una frase
constraints-preset-cat = Un gato en JSON
constraints-preset-dead-end = Un callejón sin salida: top-k antes de la máscara
constraints-kind = El texto debe ser
constraints-kind-digits = solo dígitos
constraints-kind-list = una lista [ d (, d)* ]
constraints-kind-regex = una expresión regular
constraints-kind-json = un esquema JSON
constraints-kept = Lo que está en escena se hizo con la última restricción que funcionó.
constraints-bad-count = { $field } es un número entero, o vacío si no hay límite; se conserva el anterior.
constraints-no-bound = sin límite
constraints-least = Como mínimo
constraints-most = Como máximo
constraints-most-items = Como máximo estos elementos
constraints-list-hint = Dígitos sueltos con comas entre ellos, sin espacios; o [ ] sin nada dentro.
constraints-example = Elegir un ejemplo
constraints-example-none = Elegir un ejemplo …
constraints-example-yes-no = Sí o no
constraints-example-words = Tres palabras cortas
constraints-example-boolean = Un booleano
constraints-example-lists = Una lista de listas de números
constraints-pattern = Patrón
constraints-pattern-hint = debe coincidir toda la continuación; sintaxis de la biblioteca regex de Rust
constraints-schema = Esquema
constraints-schema-hint = Se lee: type, properties, required, items, enum, const, anyOf, minLength, maxLength, minItems, maxItems, minimum, maximum. Todo está acotado, para que ningún texto sea infinito: las cadenas a { $length } caracteres y las listas a { $items } elementos salvo que el esquema diga otra cosa, los números a { $whole } cifras antes del punto y { $fraction } después, { $nesting } niveles de anidamiento. Las propiedades van en el orden del esquema, con un espacio como mucho después de «,» y «:».
constraints-order = La máscara va
constraints-order-first = antes de los filtros
constraints-order-first-hint = máscara, luego temperatura, top-k, top-p, min-p
constraints-order-last = después de ellos
constraints-order-last-hint = el orden equivocado: puede no dejar nada
constraints-way-out = En un callejón sin salida
constraints-backtrack = retroceder
constraints-repair = reparar
constraints-reject = rechazar
constraints-backtrack-does = Retira el último token, lo prohíbe en ese lugar y vuelve a extraer allí.
constraints-repair-does = Fuerza el texto más corto que completa este, piense lo que piense el modelo.
constraints-reject-does = Acaba el texto aquí y dice que está incompleto.
constraints-with-draft = Con el borrador
constraints-with-draft-hint = muestreo especulativo bajo la misma máscara
constraints-with-beams = Con haces
constraints-with-beams-hint = búsqueda por haces bajo la misma máscara
constraints-place = token { $token } de { $tokens } · paso { $step } de { $steps }
constraints-place-before = antes del token 1 de { $tokens }
constraints-contradicts = Este texto no se puede mostrar: sus datos se contradicen ({ $why }).
constraints-not-shown = No se pudo mostrar el texto ({ $why }).

# El texto hasta ahora.
constraints-text-title = El texto hasta ahora, token a token
constraints-key-drawn = extraído
constraints-key-forced = ⚑ forzado
constraints-drawn-under = extraído bajo la máscara
constraints-forced-by = forzado al reparar
constraints-taken-back = retirados:
constraints-end-complete = completo
constraints-end-repaired = completo, a la fuerza
constraints-end-context = incompleto: el contexto de los modelos está lleno
constraints-end-empty = incompleto: no había nada que continuar
constraints-end-stopped = incompleto: se detuvo
constraints-end-length = incompleto: el texto llegó a su longitud máxima permitida
constraints-end-rejected = incompleto: no quedaba ningún token

# Los pasos de un token: títulos, y lo que dice cada uno.
constraints-title-before = Antes del primer token
constraints-title-raw = La distribución propia del modelo
constraints-title-mask = La máscara
constraints-title-renormalise = Lo que queda, dividido por su masa
constraints-title-draw = La extracción
constraints-title-move = El autómata avanza
constraints-title-dead-end = Un callejón sin salida
constraints-title-way-out = La salida
constraints-nothing-drawn = No se ha extraído ningún token.
constraints-opening = La gramática empieza después del prompt. Pulse → para ver elegir el primer token.
constraints-waits-problem = Esta restricción aún no se puede usar: vea el mensaje debajo de ella.
constraints-raw = El modelo da una probabilidad a cada uno de sus { $n } tokens; no sabe nada de la gramática.
constraints-raw-best = Su favorito es { $token } con { $prob }.
constraints-mask =
    { $n ->
        [0] La gramática pide: { $expects }. Ningún token es legal; todos los demás quedan tachados. El modelo dio a los legales { $mass } de su probabilidad.
        [1] La gramática pide: { $expects }. De { $all } tokens es legal { $n }; todos los demás quedan tachados. El modelo dio a los legales { $mass } de su probabilidad.
       *[other] La gramática pide: { $expects }. De { $all } tokens son legales { $n }; todos los demás quedan tachados. El modelo dio a los legales { $mass } de su probabilidad.
    }
constraints-mask-fight = Eso es menos del { $share }: la gramática pelea con el modelo.
constraints-fight = menos del { $share }: la gramática pelea con el modelo
constraints-renormalise = Lo que queda se divide por { $mass }, su suma. Esto es softmax solo sobre los logits legales, y es la distribución del modelo condicionada a que el token sea legal.
constraints-draw = La moneda cae en { $coin } y extrae { $token }: { $prob }, donde el modelo solo le daba { $raw }.
constraints-draw-filtered = La moneda cae en { $coin } y extrae { $token }: { $prob } tras temperatura y filtros, donde el modelo solo le daba { $raw }.
constraints-move-end = El final del texto: la gramática lo permite solo donde el texto está completo.
constraints-move =
    { $n ->
        [1] { $token } es un byte, y el autómata hace un movimiento: de { $from } a { $to }.
       *[other] { $token } abarca { $n } bytes, así que el autómata hace { $n } movimientos: de { $from } a { $to }. Estaba permitido porque lo está cada uno de ellos.
    }
constraints-dead-no-token = Ningún token del vocabulario empieza lo que la gramática pide.
constraints-dead-filters = Los filtros fueron primero y conservaron solo tokens que la gramática prohíbe; los { $n } legales ya no estaban.
constraints-dead-excluded = La gramática permite algunos tokens, y el resto de la cadena los excluye todos.
constraints-dead-taken-back = Todos los tokens que se podían extraer aquí se han retirado.
constraints-dead-nothing = No se puede extraer nada. Una distribución vacía no es una distribución: algo tiene que ceder.
constraints-out-backtrack = Retroceder: { $token } se retira y se prohíbe en su lugar, y allí se vuelve a extraer, con una moneda nueva.
constraints-out-repair =
    { $n ->
        [1] Reparar: se fuerza { $tokens }, el camino más corto a un texto completo. No se preguntó al modelo.
       *[other] Reparar: se fuerzan { $tokens }, el camino más corto a un texto completo. No se preguntó al modelo.
    }
constraints-out-nothing-left = No queda nada que retirar. El texto se rechaza: no se emitió nada.
constraints-out-no-completion = Ningún token forma un final, así que no se puede forzar nada. El texto se rechaza.
constraints-out-reject = Rechazar: el texto acaba aquí, y lo dice. No se emitió nada ilegal.
constraints-event-took-back = sin salida: retirado { $token }
constraints-event-forced = sin salida: forzado { $tokens }
constraints-event-rejected = sin salida: rechazado

# Ambas distribuciones.
constraints-save-json = Guardar el texto (JSON)
constraints-of = { $n } de { $all }
constraints-not-asked = aún sin preguntar
constraints-not-measured = sin medir
constraints-fact-legal = tokens legales
constraints-fact-feasible = masa factible
constraints-fact-drawable = se pueden extraer, tras los filtros
constraints-fact-time = tiempo de la máscara
constraints-row-taken-back = retirado
constraints-row-illegal = ilegal
constraints-row-drawn = extraído
constraints-row-legal = legal
constraints-others-legal =
    { $n ->
        [one] { $n } otro legal
       *[other] otros { $n } legales
    }
constraints-others-illegal =
    { $n ->
        [one] { $n } otro ilegal
       *[other] otros { $n } ilegales
    }
constraints-rows-caption = Los tokens más probables y los legales más probables, antes de la máscara y bajo ella
constraints-column-token = token
constraints-column-given-legal = p(x | legal)
constraints-column-filtered = filtrado
constraints-column-said = lo que dice la gramática
constraints-under-mask = bajo la máscara
constraints-free = libre
constraints-key-illegal = ilegal: tachado
constraints-key-filtered = tras temperatura y filtros

# El autómata y la pila.
constraints-stack-title = La pila: los valores abiertos, el más interno arriba
constraints-automaton-title = El autómata sobre bytes
constraints-automaton-empty = Se dibuja en cuanto hay un texto en escena.
constraints-text-ended = El texto ha acabado.
constraints-text-complete = El texto está completo: puede acabar aquí.
constraints-text-goes-on = El texto no puede acabar aquí.
constraints-now = Ahora: <b>{ $place }</b>. Puede seguir: <b>{ $expects }</b>
constraints-bytes =
    { $n ->
        [one] ({ $n } byte de 256).
       *[other] ({ $n } bytes de 256).
    }
constraints-moves = Movimientos de este token, byte a byte
constraints-opens = ↑ abre
constraints-closes = ↓ cierra
constraints-circles = Círculos dobles: el texto puede acabar ahí.
constraints-not-drawn =
    { $n ->
        [one] { $n } estado sin dibujar: este es el entorno.
       *[other] { $n } estados sin dibujar: este es el entorno.
    }
constraints-save-svg = Guardar el autómata como SVG
constraints-save-png = Guardar el autómata como PNG
constraints-edges = Tabla de aristas
constraints-edge-from = De
constraints-edge-bytes = Bytes
constraints-edge-to = A
constraints-edge-moves = Movimientos ahora
constraints-open-values = Valores abiertos, el más interno primero
constraints-stack-empty = vacía: todos los valores están cerrados
constraints-frame-expects = espera: { $expects }
automaton-states =
    { $n ->
        [one] Autómata con { $n } estado.
       *[other] Autómata con { $n } estados.
    }
automaton-states-some = Autómata con { $n } estados, { $drawn } de ellos dibujados.
automaton-now = Ahora en el estado { $state }, { $name }.
automaton-now-end = Ahora en el estado { $state }, { $name }; el texto puede acabar aquí.
# Rótulos dentro del dibujo: cortos.
automaton-here = ◀ ahora
automaton-any = casi todos
automaton-beyond-ascii = no ASCII

# Softmax con máscara frente a condicionar.
constraints-conditioning-title = Softmax con máscara = la distribución del modelo, dado el conjunto permitido
constraints-for-token = para el token
constraints-token = Token
constraints-sum-own = p(x), la propia del modelo
constraints-sum-mass = ÷ masa factible, Σ p sobre los tokens legales
constraints-sum-quotient = = p(x | legal)
constraints-sum-softmax = softmax sobre los logits legales
constraints-sum-difference = diferencia
constraints-difference-words = Entre los { $n } tokens la mayor diferencia es { $difference }: redondeo, nada más.
constraints-conditioning-empty = Ningún token legal tiene aquí probabilidad, así que no hay nada que dividir.

# Un texto que se prueba.
constraints-try-title = Qué puede venir después
constraints-try-field = Pruebe el comienzo de un texto
constraints-try-table = Comienzos de textos
constraints-try-after = Después de
constraints-try-so-far = Hasta ahora
constraints-try-next = Siguiente
constraints-try-column-tokens = Tokens
constraints-try-nothing = (nada)
constraints-try-complete = ✓ completo
constraints-try-legal = ✓ legal hasta ahora
constraints-try-illegal = ✕ ilegal
constraints-try-tokens =
    { $n ->
        [one] { $n } token: { $tokens }
       *[other] { $n } tokens: { $tokens }
    }
constraints-try-should =
    { $n ->
        [one] tras { $n } byte debía venir: { $expected }
       *[other] tras { $n } bytes debía venir: { $expected }
    }
constraints-try-none = ningún token

# Especulación y haces bajo la misma máscara.
constraints-draft-title = Con el <draft>borrador</draft>: la misma máscara sobre p y sobre q
constraints-draft-empty = Se ejecuta en cuanto el texto está escrito.
constraints-draft-legal =
    { $n ->
        [one] El único token emitido ({ $n }) es legal, y { $end }.
       *[other] Los { $n } tokens emitidos son legales, y { $end }.
    }
constraints-draft-illegal =
    { $n ->
        [one] No todos los tokens emitidos son legales, y { $end }.
       *[other] No todos los tokens emitidos son legales, y { $end }.
    }
constraints-draft-complete = el texto está completo
constraints-draft-context = el texto está incompleto: el contexto de los modelos está lleno
constraints-draft-length = el texto está incompleto: llegó a su longitud máxima permitida
constraints-draft-order = Aquí la máscara va antes de los filtros, se elija lo que se elija para el texto de arriba: no hay callejón sin salida.
constraints-draft-same = Es el mismo texto de arriba.
constraints-draft-other = Es otra extracción de la misma ley: sus monedas se usan de otro modo. Con temperatura 0 es exactamente el mismo texto.
constraints-draft-cycles = Ciclos
constraints-dropped =
    { $n ->
        [one] { $n } descartado
       *[other] { $n } descartados
    }
constraints-draft-link = Recorrer estos ciclos en el laboratorio { $lab }
constraints-rate = tasa
constraints-rate-drafted = aceptados de propuestos
constraints-rate-tested = aceptados de probados
constraints-rate-overlap = solapamiento medio Σ min(p, q)
constraints-rate-tokens = tokens por ciclo τ
constraints-beams-title = Con { $n } haces: los mejores textos, bajo la máscara y libres
constraints-beams-empty = La búsqueda se ejecuta en cuanto el texto está escrito.
constraints-beams-hint = Las puntuaciones son sumas de log-probabilidades en nats: las de bajo la máscara son de la distribución enmascarada, así que solo comparan textos de un mismo lado. Sin temperatura ni filtros: solo la máscara.
constraints-beam-end = cómo acabó
constraints-beam-ended = ✓ acabado
constraints-beam-cut = cortado en el límite

# Todos los pasos.
constraints-steps-title = Todos los pasos mostrados hasta ahora
constraints-steps-table = Tabla de pasos
constraints-steps-step = Paso
constraints-steps-token = Token
constraints-steps-legal = Legales
constraints-steps-feasible = Masa factible
constraints-steps-under = Bajo la máscara
constraints-steps-millis = Máscara, ms
constraints-mask-times = Una máscara sobre todo el vocabulario tardó { $mean } en promedio y { $most } como máximo.
constraints-mask-times-none = Los tiempos de las máscaras se miden mientras el objetivo corre aquí.

## Qué espera una gramática, dónde está y qué hay de malo en ella

grammar-list = { $first }, { $second }
grammar-or = { $first } o { $second }
grammar-and = { $first } y { $second }
grammar-nothing = nada: el texto ha acabado
grammar-end = el final del texto
grammar-digit = un dígito
grammar-letter = una letra
grammar-small-letter = una minúscula
grammar-capital-letter = una mayúscula
grammar-any = cualquier carácter
grammar-any-but = cualquier carácter menos { $missing }
grammar-space = un espacio
grammar-line-end = un fin de línea
grammar-tab = un tabulador
grammar-byte = el byte { $byte }
grammar-beyond-ascii = un carácter fuera de ASCII
grammar-rest-of-character = el resto de un carácter
grammar-key = la clave { $name }
grammar-rest-of-key = el resto de la clave { $name }
grammar-character = un carácter de la cadena
grammar-escape = el resto de un escape como { $first } o { $second }
grammar-hex-digit = un dígito hexadecimal
grammar-object = un objeto
grammar-a-list = una lista
grammar-string = una cadena
grammar-integer = un entero
grammar-number = un número
grammar-one-of-many = uno de { $n } valores como { $example }
grammar-state-start = inicio
grammar-state-digits =
    { $n ->
        [one] { $n } dígito
       *[other] { $n } dígitos
    }
grammar-state-digits-more = { $n } o más dígitos
grammar-state-after = tras { $text }
grammar-state-digit = tras un dígito
grammar-state-digit-number = tras dígito { $n }
grammar-state-comma-number = tras coma { $n }
grammar-state-closed = cerrada
grammar-the-text = el texto
grammar-item = elemento { $n }
grammar-place = { $path }: { $name }, { $progress }
grammar-all-closed = todo está cerrado
grammar-due = sin empezar
grammar-begun = empezado
grammar-opened = abierto
grammar-within-key = dentro de una clave
grammar-after-key = tras la clave { $name }
grammar-property = propiedad { $name }
grammar-after-comma = tras una coma
grammar-items = { $n } de { $most } elementos como mucho
grammar-characters = { $n } de { $most } caracteres como mucho
grammar-after-sign = tras el signo
grammar-zero = 0 antes del punto
grammar-digits = { $n } de { $most } cifras como mucho
grammar-after-point = tras el punto
grammar-fraction-digits = { $n } de { $most } cifras tras el punto como mucho
grammar-error-kind = { $given } no es una restricción; debe empezar por { $kinds }.
grammar-error-regex = Esta expresión regular no se puede leer en el carácter { $n }: { $fault }.
grammar-error-json = Este esquema no es JSON: { $why }.
grammar-error-schema = El esquema en { $path } no se puede usar: { $why }.
grammar-error-keyword = La palabra clave { $keyword } del esquema en { $path } no se puede usar: { $why }.
grammar-error-unsupported = La palabra clave { $keyword } del esquema en { $path } no se admite.
grammar-error-unsatisfiable = Nada puede satisfacer esta restricción: { $why }.
grammar-error-unsatisfiable-at = Nada puede satisfacer el esquema en { $path }: { $why }.
grammar-error-large = Esta restricción es demasiado grande: { $limit } como mucho para { $what }.
grammar-fault-at = { $fault } (en { $character })
grammar-fault-at-end = { $fault } (al final)
grammar-fault-unclosed-group = un grupo sin cerrar
grammar-fault-unopened-group = un grupo sin abrir
grammar-fault-unclosed-class = una clase de caracteres sin cerrar
grammar-fault-range = un rango de una clase de caracteres que va hacia atrás
grammar-fault-nothing-to-repeat = no hay nada que repetir antes del signo de repetición
grammar-fault-unclosed-count = una repetición contada sin cerrar
grammar-fault-no-count = una repetición contada necesita un número
grammar-fault-count = los números de una repetición van hacia atrás
grammar-fault-unfinished-escape = una secuencia de escape incompleta al final
grammar-fault-unknown-escape = una secuencia de escape desconocida
grammar-fault-back-reference = las referencias hacia atrás no se admiten
grammar-fault-look-around = mirar hacia delante o hacia atrás no se admite
grammar-fault-word-boundary = los límites de palabra de todos los alfabetos no se admiten; escriba (?-u:\b) para los de ASCII
grammar-fault-no-object = un esquema debe ser un objeto
grammar-fault-says-nothing = necesita uno de { $keywords }
grammar-fault-count-to = debe ser un número entero de 0 a { $most }
grammar-fault-no-schemas = debe ser una lista de esquemas
grammar-fault-no-type = debe ser uno de { $types }, o una lista de ellos
grammar-fault-begin-alike = dos de las alternativas empiezan por { $character }; deben diferir en su primer carácter
grammar-fault-no-items = una lista necesita un esquema para sus elementos
grammar-fault-no-properties = debe ser un objeto de esquemas
grammar-fault-no-boolean = debe ser true o false; las propiedades sin nombrar nunca se escriben
grammar-fault-no-names = debe ser una lista de nombres
grammar-fault-no-such-property = nombra { $name }, que no está entre las propiedades
grammar-fault-no-values = debe ser una lista de valores
grammar-fault-beside = no puede estar junto a { $keyword }
grammar-fault-no-whole-number = debe ser un número entero
grammar-fault-bounds = se admite { $keyword } igual a 0 solo, o ambos límites de un entero, separados { $most } como mucho
grammar-no-digits = ningún texto tiene al menos { $least } y como mucho { $most } dígitos
grammar-no-list = no existe tal lista
grammar-no-match = ningún texto coincide con esta expresión regular
grammar-no-bounds = { $first } es { $least } y { $second } es { $most }
grammar-no-choice = no hay nada entre lo que elegir
grammar-no-value = ningún valor de la lista es del tipo correcto
grammar-excess-digits = el número de dígitos
grammar-excess-items = el número de elementos
grammar-excess-states = los estados del autómata de esta expresión regular
grammar-excess-schema = los bytes de este esquema
grammar-excess-text = el texto más corto de { $path }, en bytes
grammar-excess-nesting = el anidamiento de { $path }
grammar-excess-values = los valores de { $path }

## Figuras en otras páginas

chapter-no-figure = En este capítulo no hay ninguna figura { $name }; se muestra entero.
embed-figure = Insertar esta figura

## What the engine refuses, and why.
fault-config-unreadable = no se puede leer { $model }/config.json ({ $detail }); debe ser el config.json de un modelo Llama de Hugging Face
fault-config-unsupported = { $model } no puede ejecutarse aquí: { $feature }; elige un modelo Llama sencillo
fault-config-impossible = { $model }/config.json se contradice: { $detail }; usa el archivo que corresponde a los pesos
fault-weights-unreadable = { $model }/model.safetensors está dañado o incompleto (llegaron { $n_bytes } bytes); descárgalo de nuevo
fault-missing-tensor = { $model }/model.safetensors no tiene el tensor { $tensor }; su config.json debe de ser de otro modelo
fault-unexpected-tensor = { $model }/model.safetensors tiene un tensor { $tensor } que config.json no anuncia; no es un modelo Llama sencillo
fault-wrong-shape = el tensor { $tensor } de { $model } tiene la forma { $found }, pero según config.json sería { $expected }; los dos archivos no van juntos
fault-wrong-number-type = el tensor { $tensor } de { $model } contiene números { $dtype }; solo se leen F32, F16 y BF16: guarda el modelo en uno de ellos
fault-weights-not-finite = el tensor { $tensor } de { $model } contiene números que no son finitos; algo falló en el entrenamiento o en la descarga
fault-tokenizer-unreadable = no se puede leer { $model }/tokenizer.json ({ $detail }); debe ser el archivo que escribe el crate `tokenizers`
fault-tokenizer-unsupported = el tokenizador de { $model } no sirve aquí: { $detail }; solo se lee BPE a nivel de bytes, porque no pierde ningún byte del texto
fault-tokenizer-lossy = el tokenizador cambia el texto que recibe: «{ $given }» vuelve como «{ $back }»; un tokenizador así no sirve aquí
fault-vocabulary-too-small = { $model } conoce { $model_size } tokens, pero su tokenizador tiene { $tokenizer_size }; los archivos no van juntos
fault-special-token-outside = { $model }/config.json nombra el token { $token } como { $role }, pero el tokenizador solo tiene { $tokenizer_size } tokens
fault-vocabulary-mismatch = el borrador { $draft } ({ $draft_size } tokens) y el objetivo { $target } ({ $target_size } tokens) tienen vocabularios distintos: el token { $token } es { $draft_token } en el borrador y { $target_token } en el objetivo; elige dos modelos con el mismo tokenizador
fault-path-outside-vocabulary = la ruta nombra el token { $token }, pero los modelos solo conocen { $vocab_size }; vuelve al principio
fault-constraint = { $why }
fault-no-room-after-prompt = el comienzo tiene { $n_prompt } tokens y no deja sitio para { $n_more } más: los modelos ven como mucho { $context_len }; acórtalo
fault-prompt-too-long = el comienzo tiene { $n_tokens } tokens, pero los modelos ven como mucho { $context_len }; acórtalo
fault-context-full = el texto ha llegado al límite de { $context_len } tokens de los modelos (hay { $n_cached } y se añadían { $n_more }); empieza uno más corto
fault-token-outside = { $model } recibió el token { $token }, pero solo tiene { $vocab_size }; es un fallo de este programa
fault-logits-not-finite = { $model } calculó números que no son finitos tras { $n_tokens } tokens; sus pesos están dañados: cárgalo de nuevo, o carga otro modelo
fault-arithmetic = falló un paso interno ({ $doing }); es un fallo de este programa ({ $source })
fault-file-unreadable = no se puede leer { $path } ({ $detail }); la carpeta de un modelo contiene config.json, model.safetensors y tokenizer.json
fault-fetch-status = no se pudo obtener { $url }: el servidor respondió { $status }; comprueba que los archivos de los modelos estén junto a la página
fault-fetch-failed = no se pudo obtener { $url }: la conexión falló tras { $n_bytes } bytes ({ $detail }); comprueba la red e inténtalo de nuevo
fault-fetch-short = { $url } terminó antes de tiempo: llegaron { $n_bytes } de { $expected_bytes } bytes; inténtalo de nuevo
fault-opened-unreadable = { $file } no se puede leer ({ $detail }); si ha cambiado o ya no está, ábralo de nuevo
fault-too-large = { $model } necesita unos { $needed_mb } MB de memoria, y aquí puede haber como mucho { $most_mb } MB; tome un modelo más pequeño
fault-no-memory = { $model } necesita unos { $needed_mb } MB de memoria, que el navegador no da; cierre otras páginas o tome un modelo más pequeño
fault-gpu = { $why }; la CPU calcula todo igualmente
fault-prompt-empty = no hay nada que continuar; escribe un comienzo
fault-other-target = { $model } pertenece a otro objetivo que { $target }; lo que vive dentro de un objetivo solo adivina para él
fault-no-inner-states = la referencia guarda para sí sus estados internos; elija otros kernels para ver esta vía
fault-other-tokens = los textos que se cuentan están escritos en otros tokens que los de { $target }
fault-not-loaded = los modelos aún no están cargados; espera, o cárgalos de nuevo
fault-request-unreadable = el worker recibió algo que no puede leer
