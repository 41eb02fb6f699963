/** Forms and buttons of operations, drawn from the API document and hidden if the account lacks the permission. */
import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { type AnswerOf, call, lacking, type Operation, type RequestInput } from '../api/call.ts'
import { requestOf } from '../api/request-of.ts'
import { useSession } from '../api/session.ts'
import { type Choice, useChoicesOf } from './choices.ts'
import { Fields } from './field.tsx'
import { bodyOf, type Values } from './request.ts'
import { Failure } from './states.tsx'

type FormProps<K extends Operation> = {
  readonly operation: K
  readonly path?: RequestInput['path']
  /** The current values of the changed entity: only differences are sent, but all values by a PUT. */
  readonly before?: Values
  /** The initial values of an empty form. */
  readonly initial?: Values
  /** Values that are sent but not shown. */
  readonly fixed?: Values
  readonly only?: readonly string[]
  /** The fields that mean nothing with these values: they are not drawn. */
  readonly hidden?: (values: Values) => readonly string[]
  readonly choices?: Readonly<Record<string, readonly Choice[] | undefined>>
  readonly submit: string
  readonly done?: (answer: AnswerOf<K>) => void
  readonly cancel?: () => void
  /** Shown below the fields. */
  readonly children?: ReactNode
}

export function OperationForm<K extends Operation>(props: FormProps<K>) {
  const {
    operation,
    path,
    before,
    initial,
    fixed = {},
    only,
    hidden,
    choices = {},
    submit,
    done,
    cancel,
    children,
  } = props
  const schema = requestOf(operation)
  const names = only ?? Object.keys(schema.properties ?? {}).filter((name) => !(name in fixed))
  const [values, setValues] = useState<Values>(() => before ?? { ...defaultsOf(schema.properties), ...initial })
  const lists = useChoicesOf(names)
  const unused = hidden?.(values) ?? []
  const drawn = names.filter((name) => !unused.includes(name))
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: () => {
      const body = { ...bodyOf(operation, schema, { ...values, ...fixed }, before), ...fixed }
      return call(operation, { path: path ?? {}, body })
    },
    onSuccess: async (answer) => {
      done?.(answer)
      await queries.invalidateQueries()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    send.mutate()
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <Fields schema={schema} values={values} change={setValues} choices={{ ...lists, ...choices }} only={drawn} />
        {children}
        {send.error && <Failure error={send.error} />}
        <Group justify="flex-end" gap="xs" className="form-foot">
          {cancel && (
            <Button variant="default" onClick={cancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={send.isPending}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function defaultsOf(properties: FieldProperties): Values {
  const known = Object.entries(properties ?? {}).filter(([, { default: usual }]) => usual !== undefined)
  return Object.fromEntries(known.map(([name, { default: usual }]) => [name, usual]))
}
type FieldProperties = ReturnType<typeof requestOf>['properties']

type FormDialogProps<K extends Operation> = Omit<FormProps<K>, 'submit' | 'cancel'> & {
  readonly title: string
  readonly submit: string
  readonly about?: ReactNode
  readonly isOpen: boolean
  readonly close: () => void
}

/** The form of an operation in a dialog, for callers that open it from a menu. */
export function FormDialog<K extends Operation>(props: FormDialogProps<K>) {
  const { title, submit, about, isOpen, close, done, ...form } = props
  return (
    <Dialog title={title} isOpen={isOpen} close={close}>
      {about && (
        <Text size="sm" className="quiet" mb="sm" component="div">
          {about}
        </Text>
      )}
      <OperationForm<K>
        {...(form as FormProps<K>)}
        submit={submit}
        cancel={close}
        done={(answer) => {
          close()
          done?.(answer)
        }}
      />
    </Dialog>
  )
}

type FormButtonProps<K extends Operation> = Omit<FormDialogProps<K>, 'title' | 'submit' | 'isOpen' | 'close'> & {
  readonly label: string
  readonly title?: string
  readonly submit?: string
  readonly variant?: ButtonProps['variant']
  readonly ariaLabel?: string
}

/** A button that opens the form of an operation. Renders nothing if the account lacks the permission. */
export function FormButton<K extends Operation>(props: FormButtonProps<K>) {
  const { label, title = label, submit = label, variant = 'default', ariaLabel, ...form } = props
  const session = useSession()
  const [isOpen, setIsOpen] = useState(false)
  if (lacking(session, props.operation) !== null) return null
  return (
    <>
      <Button variant={variant} aria-label={ariaLabel} onClick={() => setIsOpen(true)}>
        {label}
      </Button>
      <FormDialog<K>
        {...(form as FormDialogProps<K>)}
        title={title}
        submit={submit}
        isOpen={isOpen}
        close={() => setIsOpen(false)}
      />
    </>
  )
}

type DialogProps = {
  readonly title: string
  readonly isOpen: boolean
  readonly close: () => void
  readonly size?: string
  readonly children: ReactNode
}

export function Dialog({ title, isOpen, close, size = 'lg', children }: DialogProps) {
  return (
    <Modal opened={isOpen} onClose={close} title={title} centered size={size}>
      {children}
    </Modal>
  )
}

type Act<K extends Operation> = {
  readonly operation: K
  readonly path?: RequestInput['path']
  readonly query?: RequestInput['query']
  readonly body?: unknown
  readonly done?: (answer: AnswerOf<K>) => void
}

/** Sends the operation; afterwards everything on the page is loaded again. */
function useAct<K extends Operation>({ operation, path, query, body, done }: Act<K>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(operation, { path: path ?? {}, query: query ?? {}, ...(body === undefined ? {} : { body }) }),
    onSuccess: async (answer) => {
      done?.(answer)
      await queries.invalidateQueries()
    },
  })
}

type QuestionProps = {
  readonly act: Pick<ReturnType<typeof useAct>, 'error' | 'isPending' | 'mutate'>
  readonly title: string
  readonly label: string
  /** Without it there is nothing to confirm: the dialog shows a failure. */
  readonly confirm: ReactNode
  readonly isOpen: boolean
  readonly close: () => void
}

function Question({ act, title, label, confirm, isOpen, close }: QuestionProps) {
  return (
    <Dialog title={title} isOpen={isOpen} close={close} size="md">
      <Stack gap="sm">
        {confirm !== undefined && (
          <Text size="sm" component="div">
            {confirm}
          </Text>
        )}
        {act.error && <Failure error={act.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close}>
            {confirm === undefined ? 'Close' : 'Cancel'}
          </Button>
          {confirm !== undefined && (
            <Button loading={act.isPending} onClick={() => act.mutate()}>
              {label}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

type ActDialogProps<K extends Operation> = Act<K> & Omit<QuestionProps, 'act'>

/** The question before an operation, for callers that open it from a menu. */
export function ActDialog<K extends Operation>({ operation, path, body, done, ...question }: ActDialogProps<K>) {
  const { close } = question
  const act = useAct<K>({
    operation,
    ...{ path, body },
    done: (answer) => {
      close()
      done?.(answer)
    },
  })
  const leave = () => {
    close()
    act.reset()
  }
  return <Question {...question} act={act} close={leave} />
}

type ActButtonProps<K extends Operation> = Act<K> & {
  readonly label: string
  readonly ariaLabel?: string
  /** A question that the user must confirm first; actions that cannot be undone have one. */
  readonly confirm?: ReactNode
  readonly variant?: ButtonProps['variant']
}

/**
 * A button that runs an operation at once, or after a question. Renders nothing if the account lacks the permission.
 */
export function ActButton<K extends Operation>(props: ActButtonProps<K>) {
  const { operation, path, query, body, label, ariaLabel, confirm, variant = 'default', done } = props
  const session = useSession()
  const [isConfirming, setIsConfirming] = useState(false)
  const act = useAct<K>({
    operation,
    ...{ path, query, body },
    done: (answer) => {
      setIsConfirming(false)
      done?.(answer)
    },
  })
  if (lacking(session, operation) !== null) return null
  const isShown = isConfirming || act.error !== null
  const close = () => {
    setIsConfirming(false)
    act.reset()
  }
  return (
    <>
      <Button
        variant={variant}
        aria-label={ariaLabel}
        loading={act.isPending && !isShown}
        onClick={() => (confirm === undefined ? act.mutate() : setIsConfirming(true))}
      >
        {label}
      </Button>
      <Question act={act} title={ariaLabel ?? label} label={label} confirm={confirm} isOpen={isShown} close={close} />
    </>
  )
}

/** Explains why there is no button. */
export function Lacks({ operation }: { readonly operation: Operation }) {
  const lacks = lacking(useSession(), operation)
  return lacks === null ? null : (
    <Text size="xs" className="quiet" mt="xs">
      To change this your role needs <span className="mono">{lacks}</span>.
    </Text>
  )
}
