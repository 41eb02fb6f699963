/** Alternative readings of a text, so that words which are hidden from a plain search are found. */

/** Letters of other alphabets that look like Latin ones, in lower case. */
const LOOKS_LIKE: ReadonlyMap<string, string> = new Map(
  [
    ['аαɑᴀɐꭺᎪ', 'a'],
    ['ьвβʙƀɓᏼᏴ', 'b'],
    ['сϲςᴄɔƈꮯᏟ', 'c'],
    ['ԁᴅđɖɗꭰᎠ', 'd'],
    ['еεҽᴇǝɛɘꭼᎬ', 'e'],
    ['ꜰƒɟ', 'f'],
    ['ɡɢɠǥᏀꮐ', 'g'],
    ['һнʜħɥɦᎻꮋ', 'h'],
    ['іιıӏɪɨᎥꭵ', 'i'],
    ['јᴊɉʝᎫꭻ', 'j'],
    ['кκᴋƙʞᏦꮶ', 'k'],
    ['ⅼʟłɭᏞꮮ', 'l'],
    ['мμᴍɯɱᎷꮇ', 'm'],
    ['ոηпиɴɲŋ', 'n'],
    ['оοօσᴏøɵ', 'o'],
    ['рρᴘƥᏢꮲ', 'p'],
    ['ԛɋ', 'q'],
    ['гяʀɹɽᎡꭱ', 'r'],
    ['ѕꜱʂᏚꮪ', 's'],
    ['тτᴛŧʇƭᎢꭲ', 't'],
    ['υսцᴜʉʊ', 'u'],
    ['νѵᴠʋʌᏙꮩ', 'v'],
    ['ԝѡωᴡʍᎳꮃ', 'w'],
    ['хχ', 'x'],
    ['уγʏɏʎƴ', 'y'],
    ['ᴢζƶȥᏃꮓ', 'z'],
  ].flatMap(([from = '', to = '']) => [...from].map((one) => [one, to] as const)),
)
const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '|': 'l',
  '+': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** First and last code point of what shows nothing: zero width, soft hyphens, marks of direction, selectors, tags. */
const INVISIBLE: readonly (readonly [number, number])[] = [
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xe0000, 0xe0fff],
]
const TAGS = 0xe0000

export function visible(text: string): string {
  return mapPoints(text, (point, one) => (isInvisible(point) ? '' : one))
}

/** Tag characters are ASCII that a person does not see and a model reads. */
export function untagged(text: string): string {
  return mapPoints(text, (point, one) =>
    point > TAGS + 0x1f && point < TAGS + 0x7f ? String.fromCodePoint(point - TAGS) : one,
  )
}

function isInvisible(point: number): boolean {
  return point >= 0xad && INVISIBLE.some(([first, last]) => point >= first && point <= last)
}

function mapPoints(text: string, map: (point: number, one: string) => string): string {
  let mapped = ''
  for (const one of text) mapped += map(one.codePointAt(0) ?? 0, one)
  return mapped
}

/** Lower case without marks, everything but letters and digits one blank. Other alphabets stay as they are. */
export function folded(text: string): string {
  return words(plain(text))
}

/** The same with look-alikes as the Latin letters that they look like. */
export function latin(text: string): string {
  return words(lookedAt(plain(text)))
}

/** The same with digits read as the letters they stand for too. */
export function unleet(text: string): string {
  return words(lookedAt(plain(text)).replaceAll(/[01345789|+@$!]/g, (one) => LEET[one] ?? one))
}

/** Keeps only the letters of a text. */
export const letters = (text: string): string => text.replaceAll(/[^\p{L}]/gu, '')

/** NFKD also takes compatibility forms apart: full width, mathematical letters, ligatures. */
function plain(text: string): string {
  return visible(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function lookedAt(text: string): string {
  return mapPoints(text, (point, one) => (point < 0x80 ? one : (LOOKS_LIKE.get(one) ?? boxed(point) ?? one)))
}

/** First code points of 26 letters in circles, boxes and as indicators of regions, which have no compatibility form. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6]

function boxed(point: number): string | undefined {
  const first = BOXED.find((from) => point >= from && point < from + 26)
  return first === undefined ? undefined : String.fromCodePoint(0x61 + point - first)
}

function words(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
}
