/** Orders to a model in other languages than English, by the beginnings of words, in folded text. */
import { folded } from './fold.ts'

type Words = {
  /** Ignore and forget. */
  readonly ignoring: string
  /** Former things, and orders. */
  readonly former: string
  /** Answer, say, conclude, close. */
  readonly answering: string
  readonly harmless: string
  /** A false alarm: none of these is evidence, alone. */
  readonly falseAlarm: string
  /** You are now. */
  readonly turned: string
}

const LANGUAGES: Readonly<Record<string, Words>> = {
  de: {
    ignoring: 'ignorier vergiss vergesse',
    former: 'davor vorherig bisherig anweisung befehl',
    answering: 'antwort melde schließ abschließ beende',
    harmless: 'harmlos ungefährlich unbedenklich gutartig',
    falseAlarm: 'fehlalarm falschmeldung',
    turned: 'sie_sind_jetzt du_bist_jetzt du_bist_nun',
  },
  fr: {
    ignoring: 'ignore oublie',
    former: 'précède précédent consigne instruction ordre',
    answering: 'répond conclu ferme clôture',
    harmless: 'bénin inoffensi sans_danger',
    falseAlarm: 'faux_positif fausse_alerte',
    turned: 'tu_es_maintenant tu_es_désormais vous_êtes_maintenant vous_êtes_désormais',
  },
  es: {
    ignoring: 'ignora olvida',
    former: 'anterior instruccion órdenes previas previos',
    answering: 'responde concluye di_que cierra ciérr',
    harmless: 'benigno inofensivo',
    falseAlarm: 'falso_positivo falsa_alarma',
    turned: 'ahora_eres eres_ahora',
  },
  pt: {
    ignoring: 'ignore esqueç',
    former: 'anteriores instruções ordens',
    answering: 'responda diga_que feche conclua',
    harmless: 'benigno inofensivo inócuo',
    falseAlarm: 'falso_positivo falso_alarme',
    turned: 'você_agora você_é_agora',
  },
  it: {
    ignoring: 'ignora dimentica',
    former: 'quanto_sopra precedenti istruzion ordini',
    answering: 'rispondi concludi chiudi',
    harmless: 'benigno innocuo',
    falseAlarm: 'falso_positivo falso_allarme',
    turned: 'ora_sei adesso_sei',
  },
  nl: {
    ignoring: 'negeer vergeet',
    former: 'eerdere vorige aanwijzing instructie',
    answering: 'antwoord sluit concludeer',
    harmless: 'goedaardig onschuldig',
    falseAlarm: 'vals_positief loos_alarm',
    turned: 'je_bent_nu u_bent_nu',
  },
  pl: {
    ignoring: 'zignoruj zapomnij',
    former: 'poprzedni instrukcj',
    answering: 'odpowiedz uznaj zamknij',
    harmless: 'nieszkodliw',
    falseAlarm: 'fałszywy_alarm',
    turned: 'jesteś_teraz',
  },
  cs: {
    ignoring: 'ignorujte ignoruj zapomeň',
    former: 'předchozí pokyn',
    answering: 'odpověz uzavř',
    harmless: 'neškodn',
    falseAlarm: 'falešný_poplach',
    turned: 'nyní_jsi',
  },
  tr: {
    ignoring: 'yok_say unut',
    former: 'önceki talimat',
    answering: 'cevapla söyle yanıtla kapat',
    harmless: 'zararsız',
    falseAlarm: 'yanlış_pozitif yanlış_alarm',
    turned: 'artık_sen',
  },
  ru: {
    ignoring: 'игнорир забудь',
    former: 'предыдущ инструкц указани',
    answering: 'ответь отвечай скажи закрой закройте',
    harmless: 'безвред безопасн',
    falseAlarm: 'ложное_срабатыван ложная_тревога',
    turned: 'ты_теперь теперь_ты вы_теперь',
  },
  uk: {
    ignoring: 'ігнор забудь',
    former: 'попередн інструкц вказівк',
    answering: 'відповід скажи закрий',
    harmless: 'нешкідлив',
    falseAlarm: 'хибне_спрацюван хибна_тривога',
    turned: 'ти_тепер',
  },
  zh: {
    ignoring: '忽略 无视 無視 忘记 忘記',
    former: '之前 以上 指令 指示 先前',
    answering: '回答 关闭 關閉 结束',
    harmless: '良性 无害 無害',
    falseAlarm: '误报 誤報',
    turned: '你现在是 你現在是',
  },
  ja: {
    ignoring: '無視 忘れ',
    former: '以前 指示 これまで',
    answering: '答え 回答 閉じ',
    harmless: '無害',
    falseAlarm: '誤検知 過検知',
    turned: 'あなたは今',
  },
  ko: {
    ignoring: '무시 잊',
    former: '이전 지시 지침',
    answering: '답하 말하 닫',
    harmless: '무해',
    falseAlarm: '오탐',
    turned: '당신은_이제 너는_이제',
  },
  ar: {
    ignoring: 'تجاهل انس',
    former: 'السابقة التعليمات الأوامر',
    answering: 'أجب أغلق قل',
    harmless: 'حميدة ضار',
    falseAlarm: 'إنذار_كاذب إيجابية_كاذبة',
    turned: 'أنت_الآن',
  },
  he: {
    ignoring: 'התעלם שכח',
    former: 'הקודמות ההוראות',
    answering: 'ענה סגור',
    harmless: 'מזיק',
    falseAlarm: 'התראת_שווא',
    turned: 'אתה_עכשיו',
  },
  hi: {
    ignoring: 'अनदेखा भूल',
    former: 'पिछले निर्देश',
    answering: 'कहें उत्तर बंद',
    harmless: 'हानिरहित',
    falseAlarm: 'गलत_अलार्म',
    turned: 'अब_आप',
  },
  vi: {
    ignoring: 'bỏ_qua quên',
    former: 'trước hướng_dẫn',
    answering: 'trả_lời đóng kết_luận',
    harmless: 'vô_hại',
    falseAlarm: 'dương_tính_giả báo_động_giả',
    turned: 'bây_giờ_bạn_là',
  },
  id: {
    ignoring: 'abaikan lupakan',
    former: 'instruksi sebelumnya',
    answering: 'jawab katakan tutup',
    harmless: 'tidak_berbahaya',
    falseAlarm: 'positif_palsu alarm_palsu',
    turned: 'sekarang_anda',
  },
  'sv, da, no': {
    ignoring: 'ignorera ignorer glöm glem',
    former: 'tidigare tidligere instruktion instruks',
    answering: 'svara svar stäng luk lukk',
    harmless: 'ofarlig ufarlig',
    falseAlarm: 'falsklarm falskt_larm falsk_alarm',
    turned: 'du_är_nu du_er_nu',
  },
  fi: {
    ignoring: 'ohita unohda',
    former: 'aiemmat ohjeet',
    answering: 'vastaa sulje',
    harmless: 'vaaraton',
    falseAlarm: 'väärä_hälytys',
    turned: 'olet_nyt',
  },
  el: {
    ignoring: 'αγνόησε ξέχασε',
    former: 'προηγούμεν οδηγίες',
    answering: 'απάντησε κλείσε',
    harmless: 'ακίνδυν',
    falseAlarm: 'ψευδής_συναγερμός',
    turned: 'τώρα_είσαι',
  },
}

/** A beginning of a word, where the alphabet has blanks between words. */
function beginning(stem: string): string {
  const text = folded(stem.replaceAll('_', ' '))
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text) ? `(?<!\\p{L})${text}` : text
}

const anyOf = (...lists: readonly string[]) =>
  lists
    .flatMap((list) => list.split(' '))
    .map(beginning)
    .join('|')
const near = (one: string, other: string) => `(${one}).{0,60}(${other})|(${other}).{0,60}(${one})`

const ORDERS: readonly RegExp[] = Object.values(LANGUAGES).map(
  ({ ignoring, former, answering, harmless, falseAlarm, turned }) => {
    const orders = [near(anyOf(ignoring), anyOf(former)), near(anyOf(answering), anyOf(harmless))]
    return new RegExp([...orders, anyOf(falseAlarm, turned)].join('|'), 'u')
  },
)

/** `text` is folded. */
export function isOrderElsewhere(text: string): boolean {
  return ORDERS.some((order) => order.test(text))
}
