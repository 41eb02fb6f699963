/** The display fields of a signal's events; each event carries them as one text. */
import type { RuleMatch } from '../../../schemas/rule-matches.ts'

export type Shown = Pick<RuleMatch, 'source' | 'class_uid' | 'host' | 'user' | 'src_ip' | 'received_ms'>

/** Characters kept of each text; the rest is cut. */
const CHARS_MAX = 256
const END = '\0'

export function shownText({ source, class_uid, host, user, src_ip, received_ms }: Shown): string {
  const texts = [source, host, user, src_ip].map((text) => text.slice(0, CHARS_MAX).replaceAll(END, ' '))
  return [...texts, class_uid, received_ms].join(END)
}

/**
 * Values that are equal in all events that have one; '' and 0 where they differ. The receipt time is that of the last
 * event.
 */
export function commonIn(texts: readonly (string | null)[]): Shown {
  const all = texts.filter((text) => text !== null).map((text) => text.split(END))
  const common = (at: number) => {
    const [only, ...others] = new Set(all.map((one) => one[at] ?? '').filter((text) => text !== ''))
    return others.length === 0 ? (only ?? '') : ''
  }
  return {
    source: common(0),
    host: common(1),
    user: common(2),
    src_ip: common(3),
    class_uid: Number(common(4)),
    received_ms: all.reduce((newest, one) => Math.max(newest, Number(one[5])), 0),
  }
}
