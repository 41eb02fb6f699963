/**
 * Messages of the corpora that only the generic syslog table matches, with the reason. A message without a reason here
 * needs a table.
 */
import { messageOf, syslogField } from '../../connectors/families/syslog/settle.ts'
import type { CorpusRecord } from './records.ts'
import { UNEXPLAINED } from './unknown.ts'

type Kind = { readonly reason: string; readonly program?: RegExp; readonly words?: RegExp }

const KINDS: readonly Kind[] = [
  {
    reason: 'a line of a stack trace: nothing in it names the program',
    words: /^(?:at [\w.$<>]+\(|Caused by: )/,
  },
  {
    reason: 'emptied or filled with placeholders by the collection: no words left to read',
    words: /^\s*$|\$\w+|\blss_time|^Some message does not matter/,
  },
  {
    reason: 'written for a test of the header: programs and words that nobody has',
    program: /^(?:porttest|sc4splugin|log_tag|somrandomexe|a?process|client|perfmon|error|kqueue)$/,
    words:
      /^(?:test|something|log_tag |testing leap year|NetScreen this is)|unable to locate real message$|many syslog parsers|with another line|^MMM \d/,
  },
  {
    reason: 'what a container wrote, or a line that its program wrapped: nothing names the program',
    program: /^std(?:out|err)$/,
    words: /^[\d-]{10} {1,2}[\d:,]{8,12} - local:|"stream":"std/,
  },
  {
    reason: 'names and columns that an administrator chose: no two senders write the same',
    program: /^program$/,
  },
  {
    reason: 'programs whose name is that of a language, a script or a desktop: lines of anything',
    program:
      /^(?:monitor|python|rc6|periodic_scheduler|AptDaemon|com\.canonical\..*|org\.debian\.apt|audit_forwarder|debug_mount)$/,
    words: /^Job `|rhythmbox-collection|signature=dbus|^Connection matched pg_hba/,
  },
  {
    reason: 'a relay about the line before, which it did not send',
    words: /^(?:--- )?last message repeated/,
  },
]

export function whyGeneric(record: CorpusRecord): string {
  const program = syslogField(record, 'app_name')
  const words = messageOf(record) || JSON.stringify({ ...record, syslog: undefined })
  const found = KINDS.find((kind) => kind.program?.test(program) || kind.words?.test(words === '{}' ? '' : words))
  return found?.reason ?? UNEXPLAINED
}
