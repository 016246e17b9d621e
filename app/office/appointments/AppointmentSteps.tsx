import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { TextArea } from '#app/ui/Field.tsx'
import { act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'
import { useShown } from '../frame/use-shown.ts'
import { Dialog } from './Dialog.tsx'
import { hasNoTime, TimeFields, timeInputOf, timeTexts } from './TimeFields.tsx'
import { useStep } from './use-step.ts'

/** What may be done with an appointment now; why nothing may. */
export function AppointmentSteps() {
  const t = useTranslations('office.appointments')
  const { appointment, version, may } = useShown<'appointment'>()
  const [dialog, setDialog] = useState<'move' | 'cancel' | null>(null)
  const { id } = appointment
  const { take, busy, refused } = useStep()
  const end = (how: 'came' | 'missed') =>
    void take(() => act('appointments.end', { id, version, how }), t(`done.${how}`))
  const isNothing = !may.move && !may.cancel && !may.came && !may.missed
  return (
    <section aria-label={t('steps')} className="pb-4">
      {isNothing && <p className="text-ink-soft">{t('nothingToDo')}</p>}
      <p className="page-actions">
        {may.came && (
          <button type="button" className="do" aria-disabled={busy} onClick={() => end('came')}>
            {t('came')}
          </button>
        )}
        {may.missed && (
          <button type="button" className="do quiet" aria-disabled={busy} onClick={() => end('missed')}>
            {t('missed')}
          </button>
        )}
        {may.move && (
          <button type="button" className="do quiet" onClick={() => setDialog('move')}>
            {t('move')}
          </button>
        )}
        {may.cancel && (
          <button type="button" className="do quiet" onClick={() => setDialog('cancel')}>
            {t('cancel')}
          </button>
        )}
      </p>
      {appointment.request && may.missed && <p className="text-ink-soft">{t('cameInRequest')}</p>}
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      {dialog === 'move' && <MoveDialog onClose={() => setDialog(null)} />}
      {dialog === 'cancel' && <CancelDialog onClose={() => setDialog(null)} />}
    </section>
  )
}

function MoveDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('office.appointments')
  const { appointment, version, branches, people } = useShown<'appointment'>()
  const { texts, put, done } = useKeptText(`move-appointment-${appointment.id}`, {
    ...timeTexts,
    branchId: appointment.branchId,
    staffId: appointment.staff ? String(appointment.staff.id) : '',
    minutes: String(appointment.minutes),
    tell: '',
  })
  const { take, busy, refused, faults, setFaults } = useStep()
  const isAssigning = texts.day === ''
  const move = async () => {
    const { id } = appointment
    // Without another time only the person changes.
    if (!isAssigning && hasNoTime(texts)) return setFaults({ startsAt: 'missing' })
    const moved = await take(
      () =>
        isAssigning
          ? act('appointments.assign', { id, version, staffId: Number(texts.staffId) || null })
          : act('appointments.move', { id, version, tell: texts.tell, ...timeInputOf(texts) }),
      t(isAssigning ? 'done.assigned' : appointment.email ? 'done.movedAndTold' : 'done.moved'),
    )
    if (!moved) return
    done()
    onClose()
  }
  return (
    <Dialog title={t('move')} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void move()
        }}
      >
        <TimeFields
          texts={texts}
          put={put}
          faults={faults}
          except={appointment.id}
          choices={{ branches, people }}
        />
        <TextArea
          name="tell"
          label={t('fields.tell')}
          hint={appointment.email ? t('tellHint') : t('nobodyTold')}
          rows={2}
          value={texts.tell}
          error={faults.tell && t(`faults.${faults.tell as 'missing'}`)}
          onChange={({ target }) => put('tell', target.value)}
        />
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <p className="page-actions">
          <button type="submit" className="do" aria-disabled={busy}>
            {t(isAssigning ? 'assignNow' : 'moveNow')}
          </button>
          <button type="button" className="do quiet" onClick={onClose}>
            {t('close')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}

function CancelDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('office.appointments')
  const { appointment, version } = useShown<'appointment'>()
  const { texts, put, done } = useKeptText(`cancel-appointment-${appointment.id}`, { reason: '' })
  const { take, busy, refused, faults } = useStep()
  const cancel = async () => {
    const cancelled = await take(
      () => act('appointments.cancel', { id: appointment.id, version, reason: texts.reason }),
      t(appointment.email ? 'done.cancelledAndTold' : 'done.cancelled'),
    )
    if (!cancelled) return
    done()
    onClose()
  }
  return (
    <Dialog title={t('cancel')} onClose={onClose}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void cancel()
        }}
      >
        <TextArea
          name="reason"
          label={t('fields.reason')}
          hint={appointment.email ? t('reasonHint') : t('nobodyTold')}
          rows={3}
          required
          value={texts.reason}
          error={faults.reason && t(`faults.${faults.reason as 'missing'}`)}
          onChange={({ target }) => put('reason', target.value)}
        />
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <p className="page-actions">
          <button type="submit" className="do" aria-disabled={busy}>
            {t('cancelNow')}
          </button>
          <button type="button" className="do quiet" onClick={onClose}>
            {t('close')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}
