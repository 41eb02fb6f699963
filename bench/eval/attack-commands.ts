/** Commands of published attack tests as alerts, where SVC_CORPORA_DIR has them: all of them are attacks. */
import fs from 'node:fs'
import path from 'node:path'
import { eventOf, type LabelledAlert, labelledOf } from '../../control/respond/agents/evaluation/labelled-alerts.ts'
import { corporaDir } from '../../test/corpora/config.ts'

const COMMANDS_MAX = 150
const LINE_MAX = 2_000

/** Null if SVC_CORPORA_DIR has none. */
export function attackCommands(): LabelledAlert[] | null {
  const dir = corporaDir()
  const file = dir === null ? null : path.join(dir, 'attack', 'atomics.ndjson')
  if (file === null || !fs.existsSync(file)) return null
  const lines = fs.readFileSync(file, 'utf8').split('\n').filter(Boolean)
  const commands = lines.flatMap((line) => commandsIn(JSON.parse(line)))
  const step = Math.max(1, Math.floor(commands.length / COMMANDS_MAX))
  return commands
    .filter((_, at) => at % step === 0)
    .slice(0, COMMANDS_MAX)
    .map((command, n) => {
      const raw = {
        ...{ Channel: 'Security', EventID: 4688, Hostname: `ws-${n % 40}`, '@timestamp': '2026-10-01T10:00:00Z' },
        ...{ SubjectUserName: 'ann', NewProcessName: 'C:\\Windows\\System32\\cmd.exe', CommandLine: command },
      }
      const about = {
        name: 'published attack tests',
        label: 'true_positive',
        rule: 'Command line',
        severity: 'medium',
        risk: 40,
      } as const
      return labelledOf(`command ${n}`, about, [eventOf(raw, `command ${n}`)], {
        hosts: [`ws-${n % 40}`],
        users: ['ann'],
      })
    })
}

function commandsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, own]) =>
    name === 'command' && typeof own === 'string' ? [own.slice(0, LINE_MAX)] : commandsIn(own),
  )
}
