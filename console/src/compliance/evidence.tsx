/** Evidence of a framework: its list, the dialog that adds it to a control, and its files. */
import { Button, FileButton, FileInput, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, lacking } from '../api/call.ts'
import type { Schemas } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { actions, person, State, when } from '../parts/columns.tsx'
import { fileForm } from '../parts/file-limit.ts'
import { Listing } from '../parts/listing.tsx'
import { Dialog, FormButton, OperationForm } from '../parts/operation-form.tsx'
import { saveAs } from '../parts/save-as.ts'
import { Shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'

type EvidenceRow = Schemas['ComplianceEvidence']

const FILES_MAX = 10
const ATTACH = 'POST /api/v1/compliance/evidence'
const ADD_FILE = 'POST /api/v1/compliance/evidence/{evidence_id}/files'

export function Evidence({ framework }: { readonly framework: string }) {
  return (
    <Listing<'GET /api/v1/compliance/evidence'>
      title="Evidence"
      about="Each entry has the hash of the entry before it, so a later change or removal is detected. Files are part of it."
      list="GET /api/v1/compliance/evidence"
      query={{ framework }}
      changes={ATTACH}
      empty={{ title: 'No evidence for this framework', next: 'Add it at its control, above.' }}
      columns={[
        { head: '#', isNumber: true, isShort: true, cell: ({ seq }) => seq },
        { head: 'Control', isMono: true, isShort: true, cell: ({ control_id: id }) => id },
        { head: 'Summary', cell: (row) => <Summary of={row} /> },
        person('By', 'collected_by'),
        when('When', 'collected_at'),
        { head: 'State', isShort: true, cell: ({ status }) => <State of={status} /> },
        actions((row) =>
          row.status === 'pending' ? (
            <>
              <AddFile to={row} />
              <FormButton
                operation="POST /api/v1/compliance/evidence/{evidence_id}/review"
                path={{ evidence_id: row.id }}
                label="Review"
                title={`Review evidence ${row.seq}`}
                ariaLabel={`Review evidence ${row.seq}`}
                variant="subtle"
              />
            </>
          ) : (
            <Text size="xs" className="quiet">
              {row.review_note}
            </Text>
          ),
        ),
      ]}
    />
  )
}

/** The summary with its document, its files and its case. Only a web address becomes a link. */
function Summary({ of: { id, summary, link, case_id: caseId, files } }: { readonly of: EvidenceRow }) {
  const isWeb = link !== null && /^https?:\/\//i.test(link) && URL.canParse(link)
  return (
    <>
      <Shown text={summary} lengthMax={240} />
      {link !== null && (
        <Text size="xs" className="wrap">
          {isWeb ? (
            <a href={link} target="_blank" rel="noreferrer noopener">
              <Shown text={link} lengthMax={160} />
            </a>
          ) : (
            <Shown text={link} lengthMax={160} />
          )}
        </Text>
      )}
      {files.length > 0 && (
        <ul className="plain">
          {files.map((file) => (
            <li key={file.id}>
              <EvidenceFile evidence={id} file={file} />
            </li>
          ))}
        </ul>
      )}
      {caseId !== null && (
        <Text size="xs">
          <Link to="/cases/$id" params={{ id: caseId }}>
            Its case
          </Link>
        </Text>
      )}
    </>
  )
}

type EvidenceFileProps = { readonly evidence: string; readonly file: EvidenceRow['files'][number] }

function EvidenceFile({ evidence, file }: EvidenceFileProps) {
  const load = useMutation({
    mutationFn: async () => {
      const blob: unknown = await call('GET /api/v1/compliance/evidence/{evidence_id}/files/{file_id}', {
        path: { evidence_id: evidence, file_id: file.id },
        parseAs: 'blob',
      })
      saveAs(blob as Blob, file.name)
    },
  })
  return (
    <Text size="xs" component="div">
      <button type="button" className="as-link" title={`SHA-256 ${file.sha256}`} onClick={() => load.mutate()}>
        <Shown text={file.name} lengthMax={120} />
      </button>{' '}
      <span className="quiet">{Math.ceil(file.size_bytes / 1_000).toLocaleString()} kB</span>
      {load.error && <Failure error={load.error} />}
    </Text>
  )
}

const send = (evidence: string, file: File) => call(ADD_FILE, { path: { evidence_id: evidence }, body: fileForm(file) })

/** Only the person who attached the evidence may add files, until another person reviews it. */
function AddFile({ to }: { readonly to: EvidenceRow }) {
  const session = useSession()
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: (file: File) => send(to.id, file),
    onSuccess: () => queries.invalidateQueries(),
  })
  const isOwn = session.me?.id === to.collected_by
  if (!isOwn || to.files.length >= FILES_MAX || lacking(session, ADD_FILE) !== null) return null
  return (
    <>
      <FileButton onChange={(file) => file && add.mutate(file)}>
        {(props) => (
          <Button variant="subtle" loading={add.isPending} aria-label={`Add a file to evidence ${to.seq}`} {...props}>
            Add a file
          </Button>
        )}
      </FileButton>
      {add.error && <Failure error={add.error} />}
    </>
  )
}

type AddEvidenceProps = { readonly framework: string; readonly control: string }

/** A button that opens the form of new evidence, with its files. */
export function AddEvidence({ framework, control }: AddEvidenceProps) {
  const [isOpen, setIsOpen] = useState(false)
  if (lacking(useSession(), ATTACH) !== null) return null
  return (
    <>
      <Button variant="subtle" aria-label={`Add evidence for ${control}`} onClick={() => setIsOpen(true)}>
        Add evidence
      </Button>
      <Dialog title={`Evidence for ${control}`} isOpen={isOpen} close={() => setIsOpen(false)}>
        <NewEvidence framework={framework} control={control} close={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

/** Files are sent after the evidence is stored. If one fails, the form does not return: sending it again would store it twice. */
function NewEvidence({ framework, control, close }: AddEvidenceProps & { readonly close: () => void }) {
  const queries = useQueryClient()
  const [files, setFiles] = useState<File[]>([])
  const upload = useMutation({
    mutationFn: async (evidence: string) => {
      for (const file of files) await send(evidence, file)
    },
    onSuccess: close,
    onSettled: () => queries.invalidateQueries(),
  })
  if (upload.isPending)
    return <Text size="sm">Sending {files.length === 1 ? 'the file' : `${files.length} files`}…</Text>
  if (upload.error)
    return (
      <Stack gap="sm">
        <Text size="sm">
          The evidence is stored, but not every file. Add the others in the list below the controls.
        </Text>
        <Failure error={upload.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      </Stack>
    )
  return (
    <OperationForm
      operation={ATTACH}
      fixed={{ framework, control_id: control }}
      submit="Add evidence"
      cancel={close}
      done={({ id }) => (files.length === 0 ? close() : upload.mutate(id))}
    >
      <FileInput
        label="Files"
        description={`Screenshots, exports, documents: at most ${FILES_MAX} of 5 MiB each. They cannot be changed or removed later.`}
        placeholder="Choose files"
        multiple
        clearable
        clearButtonProps={{ 'aria-label': 'Remove the files' }}
        value={files}
        onChange={(chosen) => setFiles(chosen.slice(0, FILES_MAX))}
      />
    </OperationForm>
  )
}
