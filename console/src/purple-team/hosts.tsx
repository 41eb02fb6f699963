/** Imported atomic tests, their runs on real hosts, and contracts: which rule must fire on which host until when. */
import { Button, FileInput, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { actions, mono, State, short, when, words } from '../parts/columns.tsx'
import { Listing } from '../parts/listing.tsx'
import { ActButton, Dialog, FormButton } from '../parts/operation-form.tsx'
import { Section } from '../parts/page.tsx'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import { Copyable } from '../settings/secret.tsx'

type Atomic = AnswerOf<'GET /api/v1/purple-team/atomics/{atomic_id}'>
type HostRun = AnswerOf<'GET /api/v1/purple-team/host-runs/{host_run_id}'>

const FILES_MAX = 50

export function Hosts() {
  const [shown, setShown] = useState<Atomic | null>(null)
  const [made, setMade] = useState<HostRun | null>(null)
  return (
    <>
      <Import />
      <Listing<'GET /api/v1/purple-team/atomics'>
        title="Imported tests"
        about="A test can run only after somebody has reviewed its commands and added it to the safe list."
        list="GET /api/v1/purple-team/atomics"
        changes="POST /api/v1/purple-team/atomics"
        empty={{ title: 'No test was imported', next: 'Import files in the format of Atomic Red Team.' }}
        columns={[
          mono('Technique', 'technique_id'),
          words('Test', 'name'),
          { head: 'Platforms', isShort: true, cell: ({ platforms }) => platforms.join(', ') },
          {
            head: 'Safe list',
            isShort: true,
            cell: ({ safe_at: at, not_runnable: not }) => (not !== null ? not : at === null ? '–' : 'on it'),
          },
          actions((row) => (
            <>
              <Button
                variant="subtle"
                onClick={() => setShown(row)}
                aria-label={`Commands of ${row.name.slice(0, 80)}`}
              >
                Commands
              </Button>
              <ActButton
                operation="DELETE /api/v1/purple-team/atomics/{atomic_id}"
                path={{ atomic_id: row.id }}
                label="Delete"
                ariaLabel={`Delete ${row.name.slice(0, 80)}`}
                confirm="Its runs stay. It can be imported again, and is not on the safe list then."
                variant="subtle"
              />
              {row.safe_at !== null && (
                <FormButton
                  operation="POST /api/v1/purple-team/host-runs"
                  fixed={{ atomic_id: row.id }}
                  only={['host', 'consent', 'evidence', 'limit_seconds']}
                  label="Run on a host"
                  title={`Run on a host: ${row.name.slice(0, 80)}`}
                  ariaLabel={`Run on a host: ${row.name.slice(0, 80)}`}
                  about="Consent is “run on” and the name of the host. svc does not connect to the host: run the command shown next on it."
                  variant="subtle"
                  done={setMade}
                />
              )}
            </>
          )),
        ]}
      />
      <Listing<'GET /api/v1/purple-team/host-runs'>
        title="Runs on hosts"
        list="GET /api/v1/purple-team/host-runs"
        empty={{ title: 'No runs on hosts yet' }}
        columns={[
          when('Asked for', 'requested_at'),
          mono('Host', 'host'),
          words('Test', 'atomic_name'),
          { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
          when('Begun', 'began_at', '–'),
          actions((row) => (
            <>
              <Button variant="subtle" onClick={() => setMade(row)} aria-label={`Run on ${row.host}`}>
                Show
              </Button>
              {row.status === 'waiting' && (
                <ActButton
                  operation="POST /api/v1/purple-team/host-runs/{host_run_id}/cancel"
                  path={{ host_run_id: row.id }}
                  label="Cancel"
                  ariaLabel={`Cancel the run on ${row.host}`}
                  variant="subtle"
                />
              )}
            </>
          )),
        ]}
      />
      <Contracts />
      <Dialog title={shown?.name.slice(0, 120) ?? ''} isOpen={shown !== null} close={() => setShown(null)} size="xl">
        {shown && <Commands of={shown} done={() => setShown(null)} />}
      </Dialog>
      <Dialog title={made ? `Run on ${made.host}` : ''} isOpen={made !== null} close={() => setMade(null)} size="xl">
        {made && <Run of={made} />}
      </Dialog>
    </>
  )
}

function Import() {
  const session = useSession()
  const queries = useQueryClient()
  const [files, setFiles] = useState<File[]>([])
  const load = useMutation({
    mutationFn: async () => {
      const read = await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() })))
      return call('POST /api/v1/purple-team/atomics', { body: { files: read } })
    },
    onSuccess: () => queries.invalidateQueries(),
  })
  if (lacking(session, 'POST /api/v1/purple-team/atomics') !== null) return null
  return (
    <Section title="Import tests">
      <div className="fields">
        <FileInput
          label="Files of atomic tests"
          placeholder="Choose files"
          multiple
          accept=".yml,.yaml"
          value={files}
          onChange={setFiles}
        />
        <Button
          disabled={files.length === 0 || files.length > FILES_MAX}
          loading={load.isPending}
          onClick={() => load.mutate()}
        >
          {files.length === 0 ? 'Import' : `Import ${files.length}`}
        </Button>
      </div>
      {files.length > FILES_MAX && <Text size="sm">At most {FILES_MAX} files at once.</Text>}
      {load.error && <Failure error={load.error} />}
      {load.data && (
        <>
          <Text size="sm" role="status">
            {load.data.added} new, {load.data.changed} changed, {load.data.unchanged} as they were,{' '}
            {load.data.refused.length} refused.
          </Text>
          <ul className="plain">
            {load.data.refused.map(({ file, name, reason }) => (
              <li key={`${file}${name}${reason}`}>
                <Shown text={`${file}${name === '' ? '' : `, ${name}`}: ${reason}`} lengthMax={400} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Commands({ of, done }: { readonly of: Atomic; readonly done: () => void }) {
  const isSafe = of.safe_at !== null
  return (
    <div className="stack">
      <Text size="sm" className="wrap">
        <Shown text={of.description} />
      </Text>
      {of.prerequisites.map(({ description, check, get }) => (
        <Block key={check} name={`Checked first: ${description}`} text={get === null ? check : `${check}\n${get}`} />
      ))}
      <Block name={`Runs with ${of.executor}${of.needs_elevation ? ', as an administrator' : ''}`} text={of.command} />
      {of.cleanup !== null && <Block name="Cleanup" text={of.cleanup} />}
      {of.arguments.map(({ name, description, default: usual }) => (
        <Text key={name} size="sm">
          {name}: <Shown text={`${usual} (${description})`} lengthMax={300} />
        </Text>
      ))}
      {of.not_runnable === null ? (
        <Group>
          <ActButton
            operation="PUT /api/v1/purple-team/atomics/{atomic_id}/safe"
            path={{ atomic_id: of.id }}
            body={{ is_safe: !isSafe, digest: of.digest }}
            label={isSafe ? 'Remove from the safe list' : 'Add to the safe list'}
            done={done}
          />
        </Group>
      ) : (
        <Text size="sm">It cannot run here: {of.not_runnable}.</Text>
      )}
    </div>
  )
}

function Block({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <Text size="xs" className="quiet">
        {name}
      </Text>
      <pre className="wrap">
        <Shown text={text} />
      </pre>
    </div>
  )
}

function Run({ of }: { readonly of: HostRun }) {
  const { result } = of
  return (
    <div className="stack">
      {of.status === 'waiting' && (
        <>
          <Text size="sm">On {of.host}, signed in with svc login, run this; it shows the commands and asks first.</Text>
          <Copyable name="Command" text={`svc purple run ${of.id}`} />
        </>
      )}
      <Block name={`Runs with ${of.steps.executor}`} text={of.steps.command} />
      {of.steps.cleanup !== null && <Block name="Cleanup" text={of.steps.cleanup} />}
      {result?.error != null && <Text size="sm">{result.error}</Text>}
      {result?.test != null && (
        <Block
          name={
            result.test.timed_out ? 'Stopped at its time limit' : `Exit status ${result.test.exit_code ?? 'not known'}`
          }
          text={`${result.test.output}${result.test.output_cut ? '\n(cut)' : ''}`}
        />
      )}
      {result !== null && of.steps.cleanup !== null && (
        <Text size="sm">
          {result.cleanup === null
            ? 'The cleanup did not run: nothing had been changed.'
            : `The cleanup ended with status ${result.cleanup.exit_code ?? 'not known'}.`}
        </Text>
      )}
    </div>
  )
}

function Contracts() {
  return (
    <Listing<'GET /api/v1/purple-team/expectations'>
      title="Contracts"
      about="Which rule must fire on which host by when. Each names the last link that worked: arrived, normalised, matched, fused, alerted."
      list="GET /api/v1/purple-team/expectations"
      changes="POST /api/v1/purple-team/expectations"
      aside={
        <FormButton
          operation="POST /api/v1/purple-team/expectations"
          label="New contract"
          about="For actions on the host by hand or with another tool from now on. Name a rule or a technique."
        />
      }
      empty={{ title: 'No contract yet', next: 'Each run on a host makes one.' }}
      columns={[
        mono('Host', 'host'),
        {
          head: 'Must fire',
          isMono: true,
          cell: ({ rule_id: rule, technique_id: technique }) => (
            <Shown text={rule ?? `a rule of ${technique}`} lengthMax={120} />
          ),
        },
        when('By', 'deadline'),
        { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
        short('Last link', 'last_link'),
        short('Missing', 'missing_link'),
        {
          head: 'Alert',
          isShort: true,
          cell: ({ alert_id: id }) =>
            id === null ? (
              '–'
            ) : (
              <Link to="/alerts/$id" params={{ id }}>
                Open
              </Link>
            ),
        },
      ]}
    />
  )
}
