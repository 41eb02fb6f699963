/**
 * Bounds the number of attributes per element before a parser sees the text: parsers compare each attribute with all
 * others of its element, so a megabyte of them takes minutes.
 */
const [LT, GT, BANG, DOUBLE, SINGLE] = [0x3c, 0x3e, 0x21, 0x22, 0x27]

/**
 * Returns false when an element of the XML has more than `max` attributes. Scans the text once; ignores text that is no
 * XML.
 */
export function hasFewAttributes(xml: string, max: number): boolean {
  for (let at = xml.indexOf('<'); at >= 0; at = xml.indexOf('<', at)) {
    if (xml.charCodeAt(at + 1) === BANG) {
      const end = xml.startsWith('<!--', at) ? '-->' : xml.startsWith('<![CDATA[', at) ? ']]>' : '>'
      at = behind(xml, end, at + 2)
      continue
    }
    let attributes = 0
    for (at++; at < xml.length && xml.charCodeAt(at) !== GT && xml.charCodeAt(at) !== LT; at++) {
      const code = xml.charCodeAt(at)
      if (code !== DOUBLE && code !== SINGLE) continue
      if (++attributes > max) return false
      at = behind(xml, xml.charAt(at), at + 1) - 1
    }
  }
  return true
}

function behind(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? text.length : at + end.length
}
