/**
 * The ATT&CK matrix, a column for each tactic in the order of an attack: techniques with rules, without rules, and with
 * hits.
 */
import { Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { bodyOf, GET, type Schemas } from '../api/client.ts'
import { LinkFaults } from '../parts/link-faults.tsx'
import { Back, Page } from '../parts/page.tsx'
import { Scrolls } from '../parts/scrolls.tsx'
import { Loaded } from '../parts/states.tsx'
import { type Cell, columnsOf, type Tested } from './matrix.ts'

type Matrix = Schemas['AttackMatrix']

const SPANS = [
  { value: '24', label: 'Found in a day' },
  { value: '168', label: 'Found in a week' },
  { value: '720', label: 'Found in 30 days' },
  { value: '2160', label: 'Found in 90 days' },
]
const HOURS_DEFAULT = '720'
const DEPTHS = ['no rule', '1', '2–4', '5–9', '10 or more'] as const

export function CoveragePage() {
  const { hours = HOURS_DEFAULT, show } = useSearch({ from: '/detections/coverage' })
  const navigate = useNavigate({ from: '/detections/coverage' })
  const isKnown = SPANS.some(({ value }) => value === hours)
  const span = isKnown ? hours : HOURS_DEFAULT
  const query = useQuery({
    queryKey: ['coverage', span],
    queryFn: () => bodyOf(GET('/api/v1/rules/coverage', { params: { query: { hours: Number(span), gaps: true } } })),
  })
  const tests = useQuery({
    queryKey: ['purple-coverage'],
    queryFn: () => bodyOf(GET('/api/v1/purple-team/coverage')),
    retry: false,
  })
  return (
    <>
      <Back>
        <Link to="/detections">← Detections</Link>
      </Back>
      <Page
        title="ATT&CK coverage"
        about="Techniques of enabled rules, how often they were detected, and techniques without a rule. A rule that names a technique does not detect every form of it."
        actions={
          <NativeSelect
            aria-label="Span"
            data={SPANS}
            value={span}
            onChange={(event) =>
              void navigate({ search: (now) => ({ ...now, hours: event.currentTarget.value }), replace: true })
            }
          />
        }
      >
        <LinkFaults faults={isKnown ? [] : [`hours=${hours}`]} instead="30 days are shown." />
        <Loaded query={query} lines={14}>
          {(matrix) => (
            <MatrixOf
              matrix={matrix}
              tested={tests.data?.techniques}
              show={show}
              change={(next) => void navigate({ search: (now) => ({ ...now, show: next }), replace: true })}
            />
          )}
        </Loaded>
      </Page>
    </>
  )
}

type MatrixOfProps = {
  readonly matrix: Matrix
  readonly tested: readonly Tested[] | undefined
  readonly show: string | undefined
  readonly change: (show: string | undefined) => void
}

function MatrixOf({ matrix, tested, show, change }: MatrixOfProps) {
  const [filter, setFilter] = useState('')
  const [isOpen, setOpen] = useState(false)
  const { techniques_covered: covered, techniques_known: known, attack_version: version } = matrix
  const columns = useMemo(() => columnsOf(matrix.tactics, tested ?? []), [matrix, tested])
  const low = filter.trim().toLowerCase()
  const fits = (cell: Cell): boolean =>
    (low === '' || `${cell.id} ${cell.name}`.toLowerCase().includes(low) || cell.subs.some(fits)) &&
    (show === 'gaps'
      ? cell.rules === 0
      : show === 'found'
        ? cell.hits > 0
        : show === 'tested'
          ? cell.test !== null
          : true)
  const ratio = known === 0 ? 0 : (100 * covered) / known
  return (
    <>
      <Group justify="space-between" gap="md">
        <Text size="sm" role="status">
          <b>{covered.toLocaleString()}</b> of <b>{known.toLocaleString()}</b> techniques and sub-techniques of ATT&CK{' '}
          {version} have a rule ({ratio.toFixed(0)} %); {(known - covered).toLocaleString()} have none.
          {matrix.hits_unknown_because !== null &&
            ` The number of detections is unknown: ${matrix.hits_unknown_because}.`}
        </Text>
        <Legend />
      </Group>
      <Group gap="sm" component="search">
        <TextInput
          className="grow search"
          aria-label="Find a technique"
          placeholder="Find a technique, such as T1059 or kerberos"
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
        <NativeSelect
          aria-label="Show"
          value={show ?? ''}
          onChange={(event) => change(event.currentTarget.value || undefined)}
          data={[
            { value: '', label: 'All techniques' },
            { value: 'gaps', label: 'Without a rule' },
            { value: 'found', label: 'Found in this time' },
            { value: 'tested', label: 'Tested' },
          ]}
        />
        <Checkbox label="Sub-techniques" checked={isOpen} onChange={(event) => setOpen(event.currentTarget.checked)} />
      </Group>
      <Scrolls name="Matrix of tactics and techniques" isCard>
        <div className="matrix">
          {columns.map(({ tactic, cells, covered: own, total }) => (
            <section key={tactic} aria-label={tactic}>
              <Text size="xs" fw={600} component="h2">
                {tactic}
              </Text>
              <Text size="xs" className="quiet">
                {own} of {total}
              </Text>
              <ul>
                {cells.filter(fits).map((cell) => (
                  <li key={cell.id}>
                    <Technique cell={cell} isOpen={isOpen || (low !== '' && cell.subs.some(fits))} fits={fits} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </Scrolls>
    </>
  )
}

function Legend() {
  return (
    <ul className="depth-legend" aria-label="Rules of a technique">
      {DEPTHS.map((label, depth) => (
        <li key={label}>
          <i className={`legend-key depth-${depth}`} /> {label}
        </li>
      ))}
      <li>
        <span className="hits">3</span> found
      </li>
      <li>✓ test detected</li>
      <li>✗ test missed</li>
    </ul>
  )
}

type TechniqueProps = {
  readonly cell: Cell
  readonly isOpen: boolean
  readonly fits: (cell: Cell) => boolean
}

function Technique({ cell, isOpen, fits }: TechniqueProps) {
  const ofSubs =
    cell.subs.length === 0
      ? ''
      : `, ${cell.subs.filter(({ rules }) => rules > 0).length} of ${cell.subs.length} sub-techniques have one`
  return (
    <>
      <CellOf cell={cell} note={ofSubs} />
      {isOpen && cell.subs.length > 0 && (
        <ul className="subs">
          {cell.subs.filter(fits).map((sub) => (
            <li key={sub.id}>
              <CellOf cell={sub} note="" />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const MARKS = { detected: '✓', partly: '≈', missed: '✗' } as const
const TEST_WORDS = {
  detected: 'its tests were detected',
  partly: 'some of its tests were detected',
  missed: 'its tests were missed',
} as const

function CellOf({
  cell: { id, name, rules, own, hits, depth, test, subs },
  note,
}: {
  readonly cell: Cell
  readonly note: string
}) {
  const counted = rules === 0 ? 'no rule' : `${rules} ${rules === 1 ? 'rule' : 'rules'}${own > 0 ? `, ${own} own` : ''}`
  const found = hits > 0 ? `, found ${hits.toLocaleString()} times` : ''
  const words = `${counted}${found}${note}${test === null ? '' : `; ${TEST_WORDS[test]}`}`
  return (
    <Link
      to="/detections"
      search={{ search: id }}
      className={`cell depth-${depth}`}
      title={`${id} ${name}: ${words}`}
      aria-label={`${id} ${name}: ${words}`}
    >
      <span className="name">{name}</span>
      <span className="row-of-cell">
        <span className="mono">{id}</span>
        {subs.length > 0 && (
          <span>
            {subs.filter((sub) => sub.rules > 0).length}/{subs.length}
          </span>
        )}
        {test !== null && <span className={`test-${test}`}>{MARKS[test]}</span>}
        {hits > 0 && <span className="hits">{hits > 999 ? `${Math.floor(hits / 1000)}k` : hits}</span>}
      </span>
    </Link>
  )
}
