/** The reason why a line or a document was kept as text, in words for a person who tries a sample. */
import { COLUMNS_MAX } from './columns.ts'
import type { DecodeFault } from './decoder.ts'
import { FIELDS_MAX } from './fields.ts'

const WORDS: Readonly<Record<DecodeFault, string>> = {
  bad_json: 'the text is not JSON',
  not_an_object: 'the JSON is no object',
  bad_xml: 'the text is not XML',
  bad_windows_event: 'the XML is no event of Windows',
  no_header: 'no line before it names its columns',
  bad_header: `the first line names more than ${COLUMNS_MAX.toLocaleString('en')} columns`,
  bad_columns: 'the line has fewer values than its header has columns',
  bad_cef: 'the text behind CEF: is not CEF',
  bad_leef: 'the text behind LEEF: is not LEEF',
  bad_kv: 'the line holds no pair of name and value',
  bad_auditd: 'the line is no record of the Linux audit log',
  bad_vpcflow: 'the line does not fit its columns',
  bad_access_log: 'the line is no request of an access log',
  bad_mail: 'the text is no mail',
  empty: 'the line is empty',
  too_many_fields: `it has more than ${FIELDS_MAX.toLocaleString('en')} values`,
  too_deep: 'its objects are nested too deep',
}

/** `reason` is a fault. Returns '' for a decoder's own word about a line of unknown format. */
export function faultWords(reason: string): string {
  return Object.hasOwn(WORDS, reason) ? WORDS[reason as DecodeFault] : ''
}
