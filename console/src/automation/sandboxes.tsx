/** Sandboxes for files and addresses, the tenant's consents, and the submissions. */
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call } from '../api/call.ts'
import { actions, mono, person, State, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Loaded } from '../parts/states.tsx'

type Result = AnswerOf<'POST /api/v1/sandbox/urls'>

export function Sandboxes() {
  const [result, setResult] = useState<Result | null>(null)
  return (
    <>
      <Listing<'GET /api/v1/sandbox/providers'>
        title="Sandboxes"
        about="A file leaves the tenant only for a sandbox whose terms were agreed to here."
        list="GET /api/v1/sandbox/providers"
        changes="PUT /api/v1/sandbox/consent"
        keyOf={({ name }) => name}
        aside={
          <FormButton
            operation="POST /api/v1/sandbox/urls"
            label="Detonate an address"
            submit="Send"
            done={setResult}
          />
        }
        empty={{ title: 'No sandbox' }}
        columns={[
          words('Sandbox', 'title'),
          { head: 'State', isShort: true, cell: ({ available }) => <State of={available ? 'available' : 'off'} /> },
          words('Why not', 'excluded_reason'),
          { head: 'Uploads', isShort: true, cell: ({ uploads_enabled: may }) => (may ? 'agreed to' : 'not agreed to') },
          actions(({ name, title, uploads_enabled: may, disclosure }) => (
            <ActButton
              operation="PUT /api/v1/sandbox/consent"
              body={{ provider: name, uploads_enabled: !may, consent_text_version: disclosure.version }}
              label={may ? 'Take back' : 'Agree'}
              ariaLabel={`${may ? 'Withdraw consent for' : 'Agree to'} ${title.slice(0, 80)}`}
              variant="subtle"
              confirm={may ? 'Nothing more is uploaded there.' : disclosure.text}
            />
          )),
        ]}
      />
      <Listing<'GET /api/v1/sandbox/submissions'>
        title="Uploads"
        list="GET /api/v1/sandbox/submissions"
        empty={{ title: 'No uploads' }}
        columns={[
          when('When', 'created_at'),
          short('Kind', 'kind'),
          mono('What', 'artefact'),
          short('Sandbox', 'provider'),
          { head: 'Result', isShort: true, cell: ({ outcome }) => <State of={outcome} /> },
          words('Why', 'reason'),
          person('By', 'requested_by'),
          actions((row) => (row.handle === null ? null : <Report provider={row.provider} handle={row.handle} />)),
        ]}
      />
      <Dialog title="What came of it" isOpen={result !== null} close={() => setResult(null)}>
        <Text size="sm">
          {result?.outcome.replaceAll('_', ' ')}: {result?.detail}
        </Text>
      </Dialog>
    </>
  )
}

function Report({ provider, handle }: { readonly provider: string; readonly handle: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const found = useQuery({
    queryKey: ['sandbox-report', provider, handle],
    queryFn: () => call('GET /api/v1/sandbox/analyses/{provider}/{handle}', { path: { provider, handle } }),
    enabled: isOpen,
  })
  return (
    <>
      <button type="button" className="as-link" onClick={() => setIsOpen(true)}>
        Report
      </button>
      <Dialog title="Report" isOpen={isOpen} close={() => setIsOpen(false)}>
        <Loaded query={found} lines={4}>
          {({ state, verdict, score, family, signatures }) => (
            <dl className="facts">
              <dt>State</dt>
              <dd>{state}</dd>
              <dt>Verdict</dt>
              <dd>{verdict.replaceAll('_', ' ')}</dd>
              <dt>Score</dt>
              <dd>{score.value ?? score.reason}</dd>
              <dt>Family</dt>
              <dd>{family.value ?? family.reason}</dd>
              <dt>Signatures</dt>
              <dd>{signatures.value?.join(', ') ?? signatures.reason}</dd>
            </dl>
          )}
        </Loaded>
      </Dialog>
    </>
  )
}
