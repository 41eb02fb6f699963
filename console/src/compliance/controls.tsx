/** Controls of a framework by state: failing ones first, unknown ones on demand. */
import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf } from '../api/call.ts'
import { actions, State } from '../parts/columns.tsx'
import { Shown } from '../parts/shown.tsx'
import { Empty } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { wordOf } from '../parts/words.ts'
import { type ControlState, firstState, inOrder, STATES, shownControls } from './control-list.ts'
import { AddEvidence } from './evidence.tsx'

type Board = AnswerOf<'GET /api/v1/compliance/dashboard/{framework}'>
type Control = Board['controls'][number]

export function Controls({ board }: { readonly board: Board }) {
  const controls = inOrder(board.controls)
  const [state, setState] = useState<ControlState>(() => firstState(controls))
  const [words, setWords] = useState('')
  const shown = shownControls(controls, state, words)
  const count = (of: ControlState) => shownControls(controls, of, '').length
  return (
    <>
      <StateBar count={count} all={controls.length} />
      <div className="control-filter">
        <SegmentedControl
          aria-label="State of controls"
          size="xs"
          value={state}
          onChange={(next) => setState(next as ControlState)}
          data={(['all', ...STATES] as const).map((value) => ({
            value,
            label: `${value === 'all' ? 'All' : wordOf(value)} ${count(value)}`,
          }))}
        />
        <TextInput
          aria-label="Find a control"
          placeholder="Number or words of a control"
          size="xs"
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          maxLength={100}
        />
      </div>
      {shown.length === 0 ? (
        <Empty title="No control of this state">Choose another state, or search for fewer words.</Empty>
      ) : (
        <List controls={shown} framework={board.framework} />
      )}
    </>
  )
}

type StateBarProps = { readonly count: (of: ControlState) => number; readonly all: number }

/** Shows at a glance how much of the framework is known; the filter below has the numbers. */
function StateBar({ count, all }: StateBarProps) {
  if (all === 0) return null
  return (
    <div className="state-bar" aria-hidden="true">
      {STATES.map((state) => (
        <i
          key={state}
          className={`is-${state}`}
          ref={(part) => void part?.style.setProperty('flex-grow', String(count(state)))}
        />
      ))}
    </div>
  )
}

function List({ controls, framework }: { readonly controls: readonly Control[]; readonly framework: string }) {
  return (
    <Table
      name="Controls"
      rows={controls}
      keyOf={({ control_id: id }) => id}
      columns={[
        { head: 'Control', isMono: true, isShort: true, cell: ({ control_id: id }) => id },
        { head: 'Title', cell: ({ title }) => <Shown text={title} lengthMax={200} /> },
        { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
        {
          head: 'Measured by',
          cell: ({ measures }) =>
            measures.length === 0 ? (
              <span className="quiet">nothing in this installation</span>
            ) : (
              <ul className="plain measures">
                {measures.map(({ id, status, detail }) => (
                  <li key={id}>
                    <State of={status} /> {wordOf(id)}: <Shown text={detail} lengthMax={200} />
                  </li>
                ))}
              </ul>
            ),
        },
        {
          head: 'Evidence',
          cell: ({ evidence }) =>
            evidence === null ? (
              <span className="quiet">none</span>
            ) : (
              <>
                <State of={evidence.status} /> <Shown text={evidence.summary} lengthMax={160} />
              </>
            ),
        },
        actions<Control>(({ control_id: id }) => <AddEvidence framework={framework} control={id} />),
      ]}
    />
  )
}
