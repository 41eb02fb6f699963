/**
 * Creates or changes a template: copies of this tenant's documents of some kinds, and earlier documents that are kept,
 * removed or edited.
 */
import { Button, Checkbox, Group, JsonInput, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { Dialog } from '../parts/operation-form.tsx'
import { Shown, shown } from '../parts/shown.tsx'
import { Failure } from '../parts/states.tsx'
import type { Template } from './template-kinds.ts'
import { type Document, KIND_WORDS, KINDS } from './template-kinds.ts'

const NAME_CHARS = 200
const DESCRIPTION_CHARS = 2_000

type FormProps = { readonly template: Template | null; readonly close: () => void }

export function TemplateForm({ template, close }: FormProps) {
  const queries = useQueryClient()
  const [name, setName] = useState(template?.name ?? '')
  const [description, setDescription] = useState(template?.description ?? '')
  const [kinds, setKinds] = useState<string[]>([])
  const [documents, setDocuments] = useState<readonly Document[]>(template?.documents ?? [])
  const save = useMutation({
    mutationFn: () => {
      // Documents that are copied from this tenant again replace those of the same kind.
      const kept = documents.filter(({ kind }) => !kinds.includes(kind))
      return call('PUT /api/v1/organisation/templates', {
        body: { name: name.trim(), description: description.trim() || null, documents: kept, from_this_tenant: kinds },
      })
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['organisation-templates'] })
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  const replace = (at: number, next: Document) => setDocuments(documents.map((one, own) => (own === at ? next : one)))
  return (
    <Dialog title={template === null ? 'New template' : `Edit ${shown(template.name, 80)}`} isOpen close={close}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Name"
            description={template === null ? undefined : 'The name of a template cannot be changed.'}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            readOnly={template !== null}
            maxLength={NAME_CHARS}
            required
            withAsterisk={false}
          />
          <Textarea
            label="Description"
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
            maxLength={DESCRIPTION_CHARS}
            autosize
          />
          <Checkbox.Group
            label={template === null ? 'Read from this tenant' : 'Read from this tenant again'}
            value={kinds}
            onChange={setKinds}
          >
            <Group gap="sm" mt={4}>
              {KINDS.map((kind) => (
                <Checkbox key={kind} value={kind} label={labelOf(kind)} />
              ))}
            </Group>
          </Checkbox.Group>
          {documents.length > 0 && (
            <section aria-label="Documents">
              <Text size="sm" fw={500}>
                Documents
              </Text>
              <ul className="plain">
                {documents.map((one, at) => (
                  <li key={`${one.kind} ${one.name}`}>
                    <DocumentEditor
                      document={one}
                      isReplaced={kinds.includes(one.kind)}
                      change={(next) => replace(at, next)}
                      remove={() => setDocuments(documents.filter((_, own) => own !== at))}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {save.error && <Failure error={save.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={save.isPending}>
              Keep template
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

const labelOf = (kind: Document['kind']) => {
  const [, many] = KIND_WORDS[kind]
  const word = kind === 'branding' ? 'branding' : many
  return `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`
}

type EditorProps = {
  readonly document: Document
  readonly isReplaced: boolean
  readonly change: (next: Document) => void
  readonly remove: () => void
}

function DocumentEditor({ document, isReplaced, change, remove }: EditorProps) {
  const [text, setText] = useState(() => JSON.stringify(document.spec, null, 2))
  const [fault, setFault] = useState<string | null>(null)
  const edit = (next: string) => {
    setText(next)
    try {
      change({ ...document, spec: JSON.parse(next) as Document['spec'] })
      setFault(null)
    } catch {
      setFault('is not valid JSON: the document is unchanged')
    }
  }
  const title = `${KIND_WORDS[document.kind][0]} ${shown(document.name, 120)}`
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" justify="space-between">
      <details className="grow">
        <summary>
          <span className="quiet">{KIND_WORDS[document.kind][0]}</span> <Shown text={document.name} lengthMax={120} />
          {isReplaced && <span className="quiet"> (read anew)</span>}
        </summary>
        <JsonInput
          aria-label={`Text of the ${title}`}
          value={text}
          onChange={edit}
          error={fault}
          autosize
          maxRows={20}
          classNames={{ input: 'mono' }}
        />
      </details>
      <Button variant="subtle" size="compact-sm" aria-label={`Remove the ${title}`} onClick={remove}>
        Take out
      </Button>
    </Group>
  )
}
