/** Runs a person's actions on one alert from any page, reports the result and can undo it. */

import { Button, Notification, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { mayCall } from '../api/call.ts'
import { useSession } from '../api/session.ts'
import { shown } from '../parts/shown.tsx'
import { wordsOfError } from '../parts/states.tsx'
import { type LookAlikes, LookAlikesDialog } from './look-alikes.tsx'
import { type Alert, type AlertAct, useAlertAct, useTakeVerdictBack } from './queries.ts'
import { VerdictDialog } from './verdict-dialog.tsx'

const SNOOZE_MINUTES = 60
const DONE: Readonly<Record<AlertAct['do'], string>> = {
  claim: 'Assigned to you',
  assign: 'Assigned',
  release: 'Unassigned now',
  snooze: 'Snoozed for an hour',
  wake: 'Back in the queue',
  escalate: 'Raised by one step',
  verdict: 'Verdict given',
  resolve: 'Resolved',
  close: 'Closed',
}
const UNDO: Partial<Record<AlertAct['do'], 'release' | 'wake'>> = { claim: 'release', snooze: 'wake' }

type Notice = { readonly text: string; readonly isRefusal: boolean }
export type AlertActions = {
  readonly doIt: (act: AlertAct) => void
  readonly claim: (alert: Alert | undefined) => void
  readonly snooze: (alert: Alert | undefined) => void
  readonly judge: (alert: Alert | undefined) => void
  /** Shows the result of an action, and the way to undo it. */
  readonly notify: (text: string, undo: (() => Promise<string>) | null) => void
  readonly undo: () => void
  readonly isPending: boolean
  /** Dialogs and the message: the page renders them once. */
  readonly shown: ReactNode
}

export function useAlertActions(): AlertActions {
  const mayWrite = mayCall(useSession(), 'POST /api/v1/alerts/bulk')
  const act = useAlertAct()
  const takeVerdictBack = useTakeVerdictBack()
  const [judged, setJudged] = useState<Alert | null>(null)
  const [alike, setAlike] = useState<LookAlikes | null>(null)
  const [notice, setNotice] = useState<Notice | null>(null)
  const [back, setBack] = useState<(() => Promise<string>) | null>(null)

  const notify = (text: string, undo: (() => Promise<string>) | null) => {
    setBack(() => undo)
    setNotice({ text, isRefusal: false })
  }
  const refuse = (error: Error) => {
    const { detail, advice } = wordsOfError(error, false)
    setNotice({ text: advice === null ? detail : `${detail}. ${advice}`.replace('..', '.'), isRefusal: true })
  }
  const doIt = (alertAct: AlertAct) => {
    if (!mayWrite) return
    act.mutate(alertAct, {
      onSuccess: ({ alert, overridden, closedBy }) => {
        notify(
          DONE[alertAct.do],
          overridden ? () => unjudge(alert.id, overridden.verdict.id, closedBy) : undoOf(alertAct),
        )
        if (overridden && overridden.look_alikes.length > 0) setAlike(overridden)
      },
      onError: refuse,
    })
  }
  const undoOf = ({ do: did, id }: AlertAct) => {
    const undone = UNDO[did]
    if (undone === undefined) return null
    return async () => {
      await act.mutateAsync({ do: undone, id })
      return DONE[undone]
    }
  }
  const unjudge = async (id: string, verdictId: string, closedBy: string | undefined) => {
    await takeVerdictBack(id, verdictId, closedBy)
    return closedBy === undefined ? 'Verdict removed' : 'Verdict removed, and the alert is open again'
  }
  const undo = () => {
    if (back === null) return
    setBack(null)
    back().then((text) => notify(text, null), refuse)
  }
  return {
    ...{ doIt, notify, undo, isPending: act.isPending },
    claim: (alert) => alert && doIt({ do: 'claim', id: alert.id }),
    snooze: (alert) => alert && doIt({ do: 'snooze', id: alert.id, minutes: SNOOZE_MINUTES }),
    judge: (alert) => mayWrite && alert && setJudged(alert),
    shown: (
      <>
        <VerdictDialog
          alert={judged}
          close={() => setJudged(null)}
          give={(verdict, closes) => {
            if (judged) doIt({ do: 'verdict', id: judged.id, verdict, closes })
            setJudged(null)
          }}
        />
        <LookAlikesDialog key={alike?.verdict.id} lookAlikes={alike} close={() => setAlike(null)} notify={notify} />
        {notice && (
          <div className="toast" role="status">
            <Notification
              color={notice.isRefusal ? 'red' : 'blue'}
              onClose={() => setNotice(null)}
              closeButtonProps={{ 'aria-label': 'Close the message' }}
              withBorder
            >
              <Text size="sm">{shown(notice.text)}</Text>
              {back && !notice.isRefusal && (
                <Button variant="subtle" onClick={undo}>
                  Undo (u)
                </Button>
              )}
            </Notification>
          </div>
        )}
      </>
    ),
  }
}
