/** Erases data of a person or a machine on request; a signed certificate lists what was erased and what remains. */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { actions, mono, person, State, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Table } from '../parts/table.tsx'

type Proof = AnswerOf<'GET /api/v1/governance/subject-deletions/{id}/proof'>

export function Deletions() {
  const [proof, setProof] = useState<Proof | null>(null)
  const certificate = async (id: string) => {
    const signed = await call('GET /api/v1/governance/subject-deletions/{id}/certificate', { path: { id } })
    saveAs(new Blob([JSON.stringify(signed, null, 2)], { type: 'application/json' }), `erasure-${id.slice(0, 8)}.json`)
  }
  return (
    <>
      <Listing<'GET /api/v1/governance/subject-deletions'>
        title="Deletions on request"
        list="GET /api/v1/governance/subject-deletions"
        changes="POST /api/v1/governance/subject-deletions"
        aside={
          <FormButton
            operation="POST /api/v1/governance/subject-deletions"
            label="Delete a subject"
            submit="Request the deletion"
            about="Events, alerts, cases and everything else that names the subject is erased, and cannot be brought back. A legal hold stops it."
          />
        }
        empty={{ title: 'No deletion requests' }}
        columns={[
          when('Asked', 'requested_at'),
          short('Of', 'subject_kind'),
          mono('Subject', 'subject_value'),
          { head: 'State', isShort: true, cell: ({ state }) => <State of={state} /> },
          words('Reason', 'reason'),
          person('By', 'requested_by'),
          when('Done', 'completed_at', 'not yet'),
          actions((row) => (
            <>
              {row.state === 'completed' && (
                <>
                  <ActButton
                    operation="GET /api/v1/governance/subject-deletions/{id}/proof"
                    path={{ id: row.id }}
                    label="Look again"
                    ariaLabel={`Check that nothing of ${row.subject_value.slice(0, 60)} is left`}
                    variant="subtle"
                    done={setProof}
                  />
                  <button type="button" className="as-link" onClick={() => void certificate(row.id)}>
                    Certificate
                  </button>
                </>
              )}
              {(row.state === 'pending' || row.state === 'blocked_by_hold') && (
                <FormButton
                  operation="POST /api/v1/governance/subject-deletions/{id}/refuse"
                  path={{ id: row.id }}
                  label="Refuse"
                  variant="subtle"
                />
              )}
            </>
          )),
        ]}
      />
      <Dialog title="Check after the deletion" isOpen={proof !== null} close={() => setProof(null)}>
        {proof && <Left of={proof} />}
      </Dialog>
    </>
  )
}

function Left({ of }: { readonly of: Proof }) {
  return (
    <div className="stack">
      <Text size="sm" className={of.is_clean ? undefined : 'late'}>
        {of.is_clean ? 'No data that names the subject was found.' : 'Some data still names the subject.'} Searched:{' '}
        {of.searched.join(', ')}.
      </Text>
      {of.remains.length > 0 && (
        <Table
          name="What remains"
          rows={of.remains}
          keyOf={({ where }) => where}
          columns={[
            { head: 'Where', cell: ({ where }) => where },
            { head: 'Rows', isNumber: true, isShort: true, cell: ({ rows }) => rows?.toLocaleString() ?? 'not known' },
            { head: 'Why', cell: ({ why }) => why },
          ]}
        />
      )}
    </div>
  )
}
