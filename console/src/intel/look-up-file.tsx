/** Looks a file up in a sandbox by its hash, and sends it only where a person confirms that. */
import { Button, Checkbox, FileInput, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnswerOf, call, lacking } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { Failure } from '../parts/states.tsx'
import { base64Of } from './base64.ts'

const SEND = 'POST /api/v1/sandbox/files'
const BYTES_MAX = 16 * 1024 * 1024

export type FileResult = AnswerOf<typeof SEND>
type Provider = AnswerOf<'GET /api/v1/sandbox/providers'>['items'][number]

type LookUpFileProps = { readonly providers: readonly Provider[]; readonly done: (result: FileResult) => void }

export function LookUpFile({ providers, done }: LookUpFileProps) {
  const [isOpen, setOpen] = useState(false)
  const able = providers.filter(({ available }) => available)
  if (lacking(useSession(), SEND) !== null || able.length === 0) return null
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Look a file up
      </Button>
      <Dialog title="Look a file up" isOpen={isOpen} close={() => setOpen(false)}>
        <FileForm
          providers={able}
          done={(result) => {
            setOpen(false)
            done(result)
          }}
        />
      </Dialog>
    </>
  )
}

function FileForm({ providers, done }: LookUpFileProps) {
  const queries = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const [name, setName] = useState(providers[0]?.name ?? 'mock')
  const [isSent, setSent] = useState(false)
  const mayUpload = providers.find((one) => one.name === name)?.uploads_enabled ?? false
  const send = useMutation({
    mutationFn: async (chosen: File) =>
      call(SEND, {
        body: {
          file_base64: base64Of(new Uint8Array(await chosen.arrayBuffer())),
          file_name: chosen.name,
          provider: name,
          confirm_upload: isSent && mayUpload,
        },
      }),
    onSuccess: async (result) => {
      done(result)
      await queries.invalidateQueries({ queryKey: ['GET /api/v1/sandbox/submissions'] })
    },
  })
  const isTooLarge = file !== null && file.size > BYTES_MAX
  return (
    <Stack gap="sm">
      <FileInput
        label="File"
        placeholder="Choose a file"
        value={file}
        onChange={setFile}
        error={isTooLarge ? 'At most 16 MiB' : undefined}
        clearable
      />
      <NativeSelect
        label="Sandbox"
        data={providers.map(({ name: value, title }) => ({ value, label: title }))}
        value={name}
        onChange={(event) => setName(event.currentTarget.value as typeof name)}
      />
      <Checkbox
        label="Send the file if the sandbox has not seen it"
        description={
          mayUpload ? undefined : 'The terms of this sandbox were not agreed to: its hash alone is looked up.'
        }
        disabled={!mayUpload}
        checked={isSent && mayUpload}
        onChange={(event) => setSent(event.currentTarget.checked)}
      />
      <Text size="xs" className="quiet">
        Without that, only the hash of the file leaves this installation.
      </Text>
      {send.error && <Failure error={send.error} />}
      <Group justify="flex-end">
        <Button
          disabled={file === null || file.size === 0 || isTooLarge}
          loading={send.isPending}
          onClick={() => file && send.mutate(file)}
        >
          Look it up
        </Button>
      </Group>
    </Stack>
  )
}
