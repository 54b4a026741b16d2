/** A wish that a phone texted in free words. `wrongNumber`: the phone belongs to someone else. */
export type OptOutWish = 'stop' | 'wrongNumber'

const MAX_LENGTH = 400

/**
 * Whether a text asks for no more texts in free words, in English or Spanish. It is a guess, for people to decide on:
 * keywords such as STOP are the server's.
 */
export function optOutWish(text: string): OptOutWish | null {
  // A long text is about more than this, and is read anyway.
  if (text.length > MAX_LENGTH) return null
  const words = plain(text)
  if (matches(words, STOP) && !matches(words, NOT_STOP)) return 'stop'
  return matches(words, WRONG_NUMBER) && !matches(words, NOT_WRONG_NUMBER) ? 'wrongNumber' : null
}

const matches = (words: string, patterns: readonly RegExp[]) => patterns.some((pattern) => pattern.test(words))

/** Lowercase words with single spaces. Ends of sentences are periods; accents and apostrophes are gone. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’‘`´]/g, '')
    .replaceAll(/[.!?;:\n¡¿]+/g, ' . ')
    .replaceAll(/[^\p{L}\p{N}#. ]+/gu, ' ')
    .replaceAll(/(\p{L})\1{2,}/gu, '$1')
    .replaceAll(/ +/g, ' ')
    .trim()
}

const either = (...parts: string[]) => `(?:${parts.join('|')})`
const pattern = (source: string) => new RegExp(`(?<![\\p{L}\\p{N}])${source}(?![\\p{L}\\p{N}])`, 'u')

const TEXTING = either(
  'te?xt+i?n+g?',
  'texing',
  'txt?i?n+g?',
  'mess?agi?ng',
  'messg?ing',
  'msg+ing',
  'contacting',
  'bothering',
  'bugging',
  'harr?ass+ing',
  'spam+ing',
  'pestering',
  'annoying',
)
const SENDING = either('sending', 'sendin', 'sedning')
const TO_TEXT = either(
  'te?xt',
  'tx',
  'txet',
  'tex',
  'message',
  'mesage',
  'msg',
  'contact',
  'bother',
  'bug',
  'spam',
  'harr?ass+',
  'write(?: to)?',
)
const A_TEXT = either('texts?', 'txts?', 'messages?', 'messeges?', 'mesages?', 'msgs?', 'sms', 'spam', 'text messages?')
const STOP_VERB = either('stop', 'stoo?p', 'stp', 'sotp', 'stpo', 'quit', 'cease', 'knock off', 'cut out')
const DO_NOT = either('do ?no?t', 'dont', 'dnt', 'don t', 'never', 'please no', 'plz no', 'pls no')
const ME = either(
  'me',
  'us',
  'my (?:wife|husband|son|daughter|mom|dad|mother|father|kids?|phone|number)',
  'this (?:number|phone)',
)
const OUR_NUMBER = either('my', 'this', 'our', 'the')
const REMOVE = either('remove', 'rem?o?ve', 'rmove', 'rwmove', 'delete', 'take', 'drop', 'erase', 'get', 'scratch')
const LIST = either(
  '(?:your |the |this |ur |all |all your |any |ur )*(?:\\p{L}+ )?(?:lists?|database|db|system|contacts?|text(?:ing|s)?|txts?|messages|messaging|sms|records)',
)
const TAIL = '(?: (?:now|please|pls|plz|immediately|asap|thanks|thank you|today|already))*(?: \\.|$)'
const LIST_WORDS = either('lista', 'listas', 'base(?: de datos)?', 'sistema', 'registros?', 'contactos')
const SPANISH_TEXT = either('(?:mas )?mensaj(?:es?|itos?)', '(?:mas )?textos?', '(?:mas )?sms', '(?:mas )?msj?s?')
const TO_WRITE = either(
  'escrib\\p{L}*',
  'mand\\p{L}*',
  'envi\\p{L}*',
  'text(?:e|ee|een|ear|earme|ees|een|ien)\\p{L}*',
  'mensaj(?:ear|earme|een|ee)',
  'contact\\p{L}*',
  'molest\\p{L}*',
  'moleste',
)
const STOP_WRITING = either('dej[ea]n?', 'dejes', 'dejar', 'dejeme', 'par[ea]n?', 'parar', 'ces[ea]n?')

const STOP: readonly RegExp[] = [
  // Stop texting me.
  `${STOP_VERB} (?:with )?(?:all )?(?:the |these |this |your |ur )?(?:\\p{L}+ )?${TEXTING}(?: (?:me|us|my|this|these|people|here|about|now|already|please|pls|plz|anymore|and|or|at)| \\.|$)`,
  `${STOP_VERB} ${SENDING} (?:me |us |out |my \\p{L}+ )?(?:all |any |more |so |many |too |these |those |this |that |the |your |ur |anymore |unwanted |stupid |such )*${either(A_TEXT, 'these', 'this', 'them', 'stuff', 'things', 'anything', 'reminders', 'notifications', '\\.', '$')}`,
  `${STOP_VERB} (?:all |with |it with |w )*(?:the |these |your |ur |those |any |more )*${A_TEXT}${TAIL}`,
  `${STOP_VERB} (?:all )?(?:contact|communication|texting|messaging)s?${TAIL}`,
  `${STOP_VERB} (?:calling|emailing) (?:and|or) ${TEXTING}`,
  `${STOP_VERB} ${SENDING}${TAIL}`,
  `stop this (?:nonsense|harassment|crap|spam)${TAIL}`,
  `(?:harassment|harrassment) stop(?= |$)`,
  `cease and desist`,
  // Don't text me anymore.
  `${DO_NOT} (?:you )?(?:ever |please |plz |pls |dare |need to |have to |want you to )*${TO_TEXT} (?:to )?${ME}(?: (?:again|any ?more|no more|ever|back|please|pls|plz|thanks|thank you|about (?:this|that|anything)|at this number|here|or|and|on this|any|im|i am|i dont|this is))* ?(?:\\.|$|(?=i |this ))`,
  `${DO_NOT} (?:ever |please |plz |pls )*${TO_TEXT} (?:to )?(?:${ME} )?(?:\\p{L}+ ){0,3}(?:again|any ?more|ever)(?: |$)(?!until|before|till|after|on |at |about)`,
  `${DO_NOT} (?:ever |please )*send (?:me |us |out )?(?:any |any more |anymore |more |these |those |this |your |ur )+${A_TEXT}`,
  `${DO_NOT} send (?:me |us )${A_TEXT}`,
  `${DO_NOT} (?:send|${TO_TEXT})(?: (?:any ?more|again))*${TAIL}`,
  `${DO_NOT} want (?:to )?(?:any |text )*${A_TEXT}${TAIL}`,
  `${DO_NOT} (?:want|wish|wanna|like|care)(?: to)? (?:get |receive |recieve |be getting |getting |receiving |for )?(?:any |any more |anymore |more |these |those |your |ur |the |further |text )+${A_TEXT}(?! (?:from|about) (?:the|my|dr|doctor|other|anyone))`,
  `${DO_NOT} (?:want|wish)(?: to)? (?:get|receive|recieve) ${A_TEXT}`,
  `${DO_NOT} want (?:you )?(?:to be )?(?:to )?(?:text|texted|texting|contacted|messaged|message|contact)(?: me)?(?: (?:again|any ?more|by you|at all|me))*${TAIL}`,
  `(?:would|id) (?:like|prefer|rather) (?:to )?(?:not|no longer|stop) (?:to )?(?:be |receive |receiving |get |getting )+(?:texted|contacted|messaged|any |these |your |more |further )*(?:${A_TEXT})?`,
  `no longer (?:want|wish)(?: to)? (?:get|receive|recieve|be)(?: (?:any|these|your|more|the|texted|contacted|from))*(?: ${A_TEXT})?`,
  // No more texts.
  `^(?:please |plz |pls )*no ${A_TEXT}${TAIL}`,
  `(?:^|\\. |please |plz |pls |ok |okay |hi |and |said |want |asked for )no (?:more|mor|further|additional) (?:of )?(?:these |your |ur |this )*(?:text |spam )?${either(A_TEXT, 'texting', 'messaging', 'contact', 'txting')}`,
  `enough (?:with|of) (?:the |these |your |all the |all these )*${either(A_TEXT, 'texting')}`,
  // Unsubscribe me.
  `${either('unsubscribe', 'unsubcribe', 'unsuscribe', 'unsubscibe', 'unsubsribe', 'unsub', 'un subscribe', 'desubscribe')}(?! (?:you|him|her|them|dan|the)(?: |$))`,
  `(?<!is |was )opt(?:ing|ed)? (?:me |us |this number |my number )?out(?! of x)(?: (?:me|please|pls|plz|now|of|from|here|immediately|thanks|all|today))*(?= |$)`,
  `optout`,
  // Remove me from your list.
  `${REMOVE} (?:me|us|${OUR_NUMBER} (?:number|#|phone|cell|name|phone number|cell number|info|contact)|this) (?:and \\p{L}+ \\p{L}+ )?(?:off|from|of|out of|off of|frm|form|fom) (?:of )?${LIST}(?= |$)`,
  `${REMOVE} (?:me|us|${OUR_NUMBER} (?:number|#|phone number|cell number)) off(?: (?:of )?(?:this|it|here|these))?${TAIL}`,
  `(?:remove|rem?ove|rmove|delete|erase|forget|lose|loose) (?:me|us|${OUR_NUMBER} (?:number|#|phone number|cell number|num))(?: from (?:this|here|it|everything))?${TAIL}`,
  `(?:lose|loose|forget) (?:my|this) (?:number|#|num)(?= |$)`,
  `(?:my|this) (?:number|#) off (?:of )?${LIST}`,
  `(?:want|like) (?:to be )?(?:removed|off|taken off|deleted)(?: (?:from|of|off))? ${LIST}`,
  `(?:want|like|asked|ask|request(?:ing)?|need) to be (?:removed|unsubscribed|taken off)${TAIL}`,
  `block(?:ing)? (?:you|this number|your number)(?= |$)`,
  `(?:you are|youre|ur|u r|your number is) (?:being )?blocked${TAIL}`,
  `^unsubscribed?${TAIL}`,
  `reported? (?:you |this |it |as )*(?:as |for )spam`,
  // Leave me alone.
  `leave (?:me|us) (?:the \\p{L}+ )?alone(?! (?:with|for|at|in|to|on|during|when))`,
  `leave (?:me|us) (?:the hell |tf )?be${TAIL}`,
  `(?:^|\\. |please |just |now )(?:go|get) (?:away|lost)(?: (?:and|please|already))*${TAIL}`,
  `(?:did ?no?t|didnt|never|havent|have not|dont remember) (?:ever )?(?:sign(?:ed|ing)?|sing(?:ed)?|agreed?|consent(?:ed)?|subscribed?|subscribing|opt(?:ed)?) (?:up |in |to )*(?:for |to )?(?:get |receive )?(?:these|this|your|any|texts?|messages|be texted|spam)`,
  `^(?:please |plz |pls |i said |just |ok |hey |hi |yo |omg |ugh |seriously |now )*stop(?: it| this| now| please| pls| plz| immediately| asap| thanks| thank you| already| stop| all| everything)*(?: \\.)?(?: (?:please|thanks|thank you|stop|now|i said stop))*(?: \\.)*$`,
  `^stop \\.`,
  `\\. stop(?: \\.)*$`,
  `not interested .* ?${either(STOP_VERB, DO_NOT, 'remove')}(?= |$)(?! by)`,
  `do not (?:contact|text|call) list`,
  `(?:dont|do not|didnt|did not|never) consent(?:ed)? to (?:this|these|texts?|any texts?|messages|be texted|being texted)${TAIL}`,
  `(?:cancel|end|turn off|discontinue|disable) (?:all )?(?:these |your |my |the |future |further )*(?:text |sms )?${either(A_TEXT, 'text alerts', 'alerts', 'text reminders', 'notifications', 'subscription')}`,
  // Deje de escribirme.
  `${STOP_WRITING} (?:ya )?de (?:una vez )?(?:estar )?(?:me )?${TO_WRITE}`,
  `(?:ya )?no (?:me |nos |quiero que me |quiero que |vuelvan? a |vuelva a |mas )+${TO_WRITE}(?! (?:un correo|por correo|el|la|su|lo|al|ese|esa|eso|eso|hasta|manana|hoy|nada de|los resultados|los documentos|las fotos|fotos|la factura|las?|los?|una?|ubicacion|todavia|aun|respuesta|a(?: otr[oa])?|del))`,
  `(?:ya )?no (?:me |nos )*${TO_WRITE} (?:a este (?:numero|telefono|celular) )?mas`,
  `no (?:mand|envi)\\p{L}* (?:mas )?${SPANISH_TEXT}`,
  `(?:ya )?no (?:quiero|deseo|quisiera|queremos) (?:mas )?(?:recibir |que me lleguen |que me manden |que me envien |estar recibiendo |seguir recibiendo )?(?:mas |sus |estos |tus |ningun |ninguno |tantos |de sus )*${SPANISH_TEXT}`,
  `(?:ya )?no (?:mas|mandar|manden|enviar|envien) (?:mas )?(?:mensajes?|textos?|sms|mensajitos)`,
  `basta (?:ya )?(?:de|con|d) (?:tantos |tanto |los |sus |estos |esos |mandar |escribir |enviar |molestar )*(?:mensajes?|textos?|sms|mandarme|escribirme|enviarme|molestar|molestarme|spam|$)`,
  `(?:borr[ae]n?|borreme|borrame|borrenme|elimin[ae]n?|eliminame|elimineme|eliminenme|quit[ae]n?|quitame|quiteme|quitenme|saqu?[ae]n?|sacame|saqueme|saquenme|remuev[ae]n?|remueveme|remuevanme|retir[ae]n?me)(?: me)? (?:(?:mi|este) (?:numero|telefono|celular|contacto) )?(?:ya )?(?:por favor )?(?:de|d) (?:la |su |tu |sus |esta |esa |las |todas )*(?:sus |las |tus )?${LIST_WORDS}`,
  `(?:borr[ae]n?|elimin[ae]n?|quit[ae]n?|saqu?[ae]n?) (?:mi|este) (?:numero|telefono|celular)(?: (?:por favor|ya|gracias|porfavor|porfa))*(?: \\.|$)`,
  `(?:dar(?:me)?|den(?:me)?|deme|dame|quiero) (?:la |me |darme )?(?:de )?baja`,
  `dej(?:e|a|en)(?:me|nme|nos)? (?:en|n) paz`,
  `dej(?:eme|ame|enme) (?:en )?(?:paz|tranquil[oa])`,
  `(?:cancel\\p{L}*|deten\\p{L}*|detener|suspend\\p{L}*|par[ea]n?) (?:ya )?(?:estos |sus |los |tus |todos los |mi )*(?:mensajes|textos|sms|suscripcion)`,
  `no (?:me )?(?:contact|molest)\\p{L}*(?: mas| nunca mas| por favor| ya)*(?: \\.|$)`,
  `(?:desuscrib|desubscrib|desinscrib)\\p{L}*`,
  `no (?:sigan?|sigas) (?:mandando|enviando|escribiendo|molestando|textee?ando)`,
  `dej\\p{L}+ de (?:chingar|fregar|joder)`,
  `no (?:quiero|deseo) que (?:me )?(?:contact|escrib|mand|envi)\\p{L}*(?: mas| mensajes?)*(?: \\.|$)`,
  `no (?:autorizo|autorice|acepto) (?:recibir )?(?:los |sus |estos )?(?:mensajes|textos)`,
  `(?:ya )?par[ea]n? (?:de |con )?(?:los |sus |estos )?(?:mensajes|textos)`,
].map(pattern)

/** Phrases that resemble a request to stop, but are not. */
const NOT_STOP: readonly RegExp[] = [
  `(?:dont|do not|never|wont|please dont|didnt|cant|pls dont) (?:you )?(?:ever )?(?:stop|quit|unsubscribe|opt|remove|take|delete|block|cancel)`,
  `(?:should|may|did|how can|when can|have) (?:i|we|you|they) (?:please )?(?:stop|quit|stopped|remove) (?:taking|using|the|my|texting you|sending)`,
  `should (?:i|we) (?:unsubscribe|opt)`,
  `(?:bus|truck|train|pit|next|first|last|rest) stop`,
  `stop by`,
  `didnt (?:mean to )?(?:unsubscribe|opt)`,
  `(?:no|nunca) (?:pare|paren|dejen?|dejes|me (?:quiten|borren|saquen|den de baja))`,
  `(?:while|when|if) (?:im|i am|he is|shes|driving|at work)`,
  `(?:until|till|before|after) (?:\\p{N}+|noon|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|tomorrow|i|my|the|we)`,
  `(?:hasta|antes de|despues de) (?:las?|que|el|manana|\\p{N}+)`,
  `(?:stop|quit|stopped) (?:texting|messaging|contacting|bothering|bugging) (?:him|her|them|you|your)`,
  `(?:he|she|they|someone|somebody|people|who|pharmacy|insurance|office|daughter|ex|el|ella|ellos) (?:wont|keeps?|dont|doesnt|to|needs to|never|should|must|will not|no deja|no para) (?:stop|quit|stopped)`,
  `(?:told|tell|ask|asked|telling) (?:him|her|them|my \\p{L}+|everyone|the \\p{L}+) to (?:stop|quit|leave|remove|lose|not)`,
  `(?:resubscribe|sign me (?:back )?up|opt(?:ing)? (?:me )?(?:back )?in)`,
  `(?:emails?|email list|mailing list|newsletter|correos?|e mails?)(?: .*)? (?:but|pero) (?:texts?|texting|keep|los mensajes|mensajes)`,
  `(?:but|pero) (?:keep (?:texting|sending)|texts? (?:are|is|me)|send me a text|still text|los textos)`,
  `(?:remove|take|delete|get|drop) (?:me|us) (?:off|from|of) (?:the |my |your )?(?:\\p{N}+ ?(?:am|pm)? |\\p{L}+ ){0,2}(?:appointment|appt|schedule|waiting list|wait list|waitlist|calendar|chat|group|call list|cancellation list|standby list|guest list|policy|account|plan|prescriptions?|meds?|medication|insurance)`,
  `(?:waiting|wait|guest|standby|cancellation|price|grocery|shopping|allergy|medication|med|callback) list`,
  `lista de (?:espera|medicamentos|precios|invitados|compras|alergias)`,
  `(?:block|reported?) (?:you|this) (?:a time|out|some)`,
  `dont (?:text|contact|message|bother|bug) (?:me )?(?:at )?(?:my )?(?:work|office|old|wife|husband|son|daughter)`,
].map(pattern)

const WRONG = either('wrong', 'wrongg?', 'worng', 'wron', 'wrng', 'incorrect')
const NUMBER = either('number', 'numb', 'numbr', 'numer', 'nunber', 'nubmer', 'num', '#', 'phone', 'cell', 'nbr')
const WRONG_NUMBER: readonly RegExp[] = [
  `(?:^|\\. |sorry |srry |sry |u |you |youve |think |this is |its |it is |got |have |has |had |hi |hey |no |um |uh |ur |ya |is |the |a |texting |texted |dialed |reached |who is this |who this |nope |lol |oops |hello |just |ok |maybe |not \\p{L}+ |im \\p{L}+ |yes |may |might |definitely |obviously )(?:a |an |the |at the )?${WRONG} ${NUMBER}(?= |$)(?! (?:of|on|for (?:the|my)|in|is on|was on|listed))`,
  `(?:you|u|youve|ya) (?:\\p{L}+ ){0,3}(?:have|got|texted|texting|reached|contacted|messaged) (?:\\p{L}+ ){0,3}(?:the )?${WRONG} (?:person|guy|lady|one|contact|patient|people|family|woman|man)`,
  `^(?:\\p{L}+ ){0,4}${WRONG} (?:person|guy|lady|recipient)(?: (?:sorry|here|please|lol|thanks|thank you))*(?: \\.|$)`,
  `(?:not|isnt|no longer|aint) (?:his|her|their|\\p{L}+s) (?:number|phone|cell)(?: (?:any ?more|sorry))*`,
  `(?:im|i am|this is|it is|its) not (?:the )?(?:person|one) (?:you|u)`,
  `(?:no ?one|nobody|no person|there is no|theres no|noone) (?:here )?(?:named|by that name|here by|called|with that name)`,
  `(?:no ?one|nobody) (?:\\p{L}+ )?(?:by|with) (?:that|this) name`,
  `(?:dont|do not) know (?:any|a|an|anyone (?:named|called|by)) (?:\\p{L}+)(?: by that name)?(?: (?:sorry|here|lol))*(?: \\.|$)`,
  `i got this (?:number|phone number|#) (?:last|a|recently|in|two|three|\\p{N}+)`,
  `(?:just |recently )got (?:this|a new|this new) (?:number|phone number|#)(?! (?:so|and) )`,
  `(?:this|it) (?:number )?(?:is|was|does|doesnt|no longer) (?:not |no longer )?(?:belongs?|belonged) to (?:someone|somebody|another|me now|him|her|them|a different)`,
  `(?:this )?number (?:has )?(?:no longer|doesnt|does not) belong`,
  `(?:this )?number (?:has been|was) reassigned`,
  `(?:numero|telefono|celular) (?:esta )?(?:equivocado|equibocado|ekivocado|incorrecto|erroneo|quivocado)`,
  `(?:se |te |esta |estan? |usted se )?(?:equivoco|equivocaron|equivocaste|equivocad[oa]s?|equibocado|ekivoco|equivocando) (?:de |con el |con |del )(?:el )?(?:numero|persona|telefono|celular)`,
  `(?:persona|num) (?:equivocada|equivocado|incorrecta)`,
  `(?:este )?(?:numero|telefono|celular) (?:ya )?no (?:es|le pertenece a?|pertenece a) (?:de )?(?:el|ella|esa persona|\\p{L}+)`,
  `no (?:soy|es) (?:la persona|quien (?:usted )?busca|a quien)`,
  `(?:aqui )?no (?:vive|conozco a) (?:aqui )?(?:ningun|ninguna|nadie|nadien)`,
  `no hay (?:ningun|ninguna|nadie) (?:\\p{L}+ )?(?:con ese nombre|que se llame|llamad[oa])`,
  `^equivocad[oa](?: \\.|$)`,
  `(?:doesnt|does not|no longer) (?:have|has|own|uses?) this (?:number|phone)`,
].map(pattern)

const NOT_WRONG_NUMBER: readonly RegExp[] = [
  `(?:gave|give|given|giving|put|wrote|listed|entered|typed|have|had|called|dialed|texted|dial|call|got) (?:\\p{L}+ )?(?:\\p{L}+ )?(?:the |a )?wrong (?:number|#|phone) (?:on|for|in|to|at|by|when|earlier|yesterday|before|listed|because)`,
  `(?:i|we) (?:\\p{L}+ )?(?:gave|wrote|put|called|dialed|texted|typed|entered|have|had|got) (?:\\p{L}+ )?(?:the |a )?wrong (?:number|#|phone|one|person)`,
  `is (?:this|it|that) (?:the |a )?wrong number`,
  `wrong (?:number|#) (?:of|on|for|in) (?:\\p{L}+)`,
  `not (?:a|the) wrong number`,
  `(?:do|did|could|might|maybe) (?:i|we) (?:\\p{L}+ )?(?:have|got|get|be|dial|call)`,
  `(?:pharmacy|insurance|they|he|she|form|invoice|bill|website|doctor|letter|card|office|chart) (?:has|have|had|shows?|got|says?|lists?|is|was)(?: \\p{L}+){0,2} wrong`,
  `(?:me|nos) equivoque de (?:numero|telefono)`,
  `(?:me dieron|di|puse|tengo|escribi|tienen) (?:el |un )?numero (?:equivocado|incorrecto)`,
  `(?:tarjeta|factura|poliza|cita|cuenta|receta) .*(?:numero|equivocad)`,
  `numero (?:equivocado|incorrecto) (?:en|de) (?:la|mi|el|poliza|factura)`,
].map(pattern)
