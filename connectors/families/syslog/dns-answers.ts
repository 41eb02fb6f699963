/** Resource records as NIOS and iRules of BIG-IP write them, one behind the other: `a.example. 60 IN A 192.0.2.9; ...` */
const RECORD = /^\s{0,8}\S{1,255} (\d{1,10}) ([A-Z]{2,4}) (\S{1,16}) (.{1,2048})$/s

/** Maximum number of answers of one event; the raw text has all of them. */
const ANSWERS_MAX = 100

export type DnsAnswer = {
  /** Seconds. */
  readonly ttl: string
  readonly class: string
  readonly type: string
  readonly rdata: string
}

/** Parts that are not records are left out. */
export function answersOf(text: string): readonly DnsAnswer[] {
  const answers: DnsAnswer[] = []
  for (const part of text.split(';', ANSWERS_MAX)) {
    const [, ttl = '', of = '', type = '', rdata = ''] = RECORD.exec(part) ?? []
    if (rdata !== '') answers.push({ ttl, class: of, type, rdata: rdata.trim() })
  }
  return answers
}
