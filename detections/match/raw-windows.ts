/** Chooses the four bytes of a literal to look for in JSON texts. The choice costs or saves time, never a match. */
import { assert } from '../../platform/assert.ts'
import { codeAt } from '../../platform/code-at.ts'

const WINDOW = 4
/** Upper and lower case letters differ in this bit. */
const FOLD = 0x20

/**
 * Characters that every JSON text writes literally or as `\u` and a number, which the kernel never rules out. Other
 * characters, and everything beyond ASCII, are in no window.
 */
const PLAIN = /^(?:(?!["\\/])[ -~])*$/

/** The rarest window of a folded literal, with its fold bits set; null when none can be searched for. */
export function rarestWindow(literal: string): Uint8Array | null {
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (let from = 0; from + WINDOW <= literal.length; from++) {
    const window = literal.slice(from, from + WINDOW)
    if (!PLAIN.test(window)) continue
    const cost = price(window)
    if (cost < least) [best, least] = [window, cost]
  }
  if (best === null) return null
  assert(best.length === WINDOW, 'a window has its length')
  return Uint8Array.from(best, (sign) => codeAt(sign, 0) | FOLD)
}

/** Characters of log texts, the most frequent first; those not listed are rare. */
const FREQUENT = 'e0ntiaorscdlmu1p2-.3 4ghb5:69877wyvk,x_='
const commonness = Float64Array.from({ length: 128 }, (_, code) => {
  const rank = FREQUENT.indexOf(String.fromCharCode(code))
  return rank < 0 ? 1 : FREQUENT.length + 2 - rank
})

/** Windows of four characters that are common in log texts of all kinds: used only for a literal without another. */
const COMMON = new Set(
  '.dll .exe .com .sys .log .net .org .txt .xml .ps1 .bat http ttps tps: ://w www. user name time date file path host proc oces cess sess even vent syst stem micr soft wind indo dows prog gram comm mand powe rshe hell serv vice logo acco coun ount grou admi regi stry key= port addr mess sage info type tion data code stat tatu fail fals true null'.split(
    ' ',
  ),
)
const COMMON_PRICE = 1e6

/** Priced by its characters; a repeated one (`::`) is rarer than each of the two. */
function price(window: string): number {
  let product = COMMON.has(window) ? COMMON_PRICE : 1
  for (let i = 0; i < window.length; i++) {
    const code = codeAt(window, i)
    product *= commonness[code] as number
    if (i > 0 && code === codeAt(window, i - 1)) product /= 100
  }
  return product
}
