import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { bodyOf, GET } from '../api/client.ts'
import { VERDICTS } from '../parts/alert-words.ts'
import { Shown } from '../parts/shown.tsx'
import { labelOf } from '../parts/words.ts'
import type { Alert, VerdictInput } from './queries.ts'

const NONE = { value: '', label: 'Choose …', disabled: true }
const REASONS = [
  { value: 'true_positive_confirmed', label: 'Confirmed attack' },
  { value: 'known_admin_tool', label: 'Known admin tool' },
  { value: 'approved_pentest', label: 'Approved penetration test' },
  { value: 'expected_service_account', label: 'Expected service account' },
  { value: 'known_scanner', label: 'Known scanner' },
  { value: 'business_application', label: 'Business application' },
  { value: 'bad_detection_logic', label: 'Bad detection logic' },
  { value: 'missing_context', label: 'Missing context' },
]

type VerdictDialogProps = {
  readonly alert: Alert | null
  /** Number of other alerts that get the same verdict. */
  readonly others?: number
  readonly give: (verdict: VerdictInput, closes: boolean) => void
  readonly close: () => void
}

/** Verdicts that also close the alert. */
const ENDS: readonly string[] = ['benign_true_positive', 'false_positive', 'benign']

/** Allowed reasons for each verdict. Null while they load; the API refuses a wrong combination. */
function useReasons(verdict: string, isOpen: boolean) {
  const query = useQuery({
    queryKey: ['verdict-reasons'],
    queryFn: () => bodyOf(GET('/api/v1/alerts/verdict-reasons')),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isOpen,
  })
  const codes: readonly string[] | undefined = query.data?.items.find((one) => one.verdict === verdict)?.reason_codes
  return codes === undefined ? REASONS : REASONS.filter(({ value }) => codes.includes(value))
}

/** No verdict is preselected, because a default would record a verdict that nobody chose. */
export function VerdictDialog({ alert, others = 0, give, close }: VerdictDialogProps) {
  const [verdict, setVerdict] = useState('')
  const [code, setCode] = useState('')
  const [closes, setCloses] = useState(false)
  const isClosed = alert?.status === 'closed'
  const reasons = useReasons(verdict, alert !== null)
  const id = alert?.id
  useEffect(() => {
    if (id === undefined) return
    setVerdict('')
    setCode('')
    setCloses(false)
  }, [id])
  const choose = (chosen: string) => {
    setVerdict(chosen)
    setCode('')
    setCloses(ENDS.includes(chosen))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    const judged = {
      corrected_verdict: form.verdict as VerdictInput['corrected_verdict'],
      reason_code: form.code as VerdictInput['reason_code'],
      reason: form.reason ?? '',
    }
    give(judged, closes && !isClosed)
  }
  return (
    <Modal opened={alert !== null} onClose={close} title="Verdict" centered>
      {alert && (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Text size="sm" className="grow">
              <Shown text={alert.title} lengthMax={200} />
              {others > 0 && ` and ${others} more`}
            </Text>
            <NativeSelect
              label="Verdict"
              name="verdict"
              data={[NONE, ...VERDICTS.map((value) => ({ value, label: labelOf(value) }))]}
              value={verdict}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
              required
              withAsterisk={false}
              data-autofocus
            />
            <NativeSelect
              label="Because"
              name="code"
              data={[NONE, ...reasons]}
              value={code}
              onChange={({ currentTarget }) => setCode(currentTarget.value)}
              disabled={verdict === ''}
              required
              withAsterisk={false}
            />
            <Textarea
              label="Reason"
              name="reason"
              description="What you saw, for those who see a similar alert later"
              minRows={3}
              autosize
              required
              withAsterisk={false}
              minLength={1}
              maxLength={2_000}
            />
            {!isClosed && (
              <Checkbox
                label={others > 0 ? 'Close the alerts' : 'Close the alert'}
                checked={closes}
                onChange={({ currentTarget }) => setCloses(currentTarget.checked)}
              />
            )}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit">Give verdict</Button>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  )
}
