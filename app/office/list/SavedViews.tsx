import { useRef, useState } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { ListName } from '#app/shop/lists/lists.ts'
import type { SavedView } from '#app/shop/lists/saved-views.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useKeptText } from '../frame/use-kept-text.ts'

/** A view, and its address without filters that are gone. */
type View = SavedView & { usable: string }
type Refused = Exclude<AnswerOf<'views.change'>, { ok: true }>
type Props = {
  list: ListName
  /** Of the list that is shown. */
  address: string
  /** Whether two addresses ask for the same, in whatever way they are written. */
  isSame(one: string, other: string): boolean
}

/** How a form keeps that everybody sees a view. */
const isShared = 'shared'

/** Lists that were kept under a name: one's own, and those of everybody. */
export function SavedViews({ views, ...of }: Props & { views: readonly View[] }) {
  const { address, isSame } = of
  const t = useTranslations('office.list.saved')
  const dialog = useRef<HTMLDialogElement>(null)
  const changeable = views.filter(({ mayChange }) => mayChange)
  const open = views.find((view) => isSame(address, view.usable))
  return (
    <>
      <div className="toolbar">
        {views.map((view) => (
          <Link
            key={view.id}
            to={{ search: view.usable }}
            className="office-chip"
            aria-current={isSame(address, view.usable) ? 'true' : undefined}
          >
            {view.name}
            {view.shared && ` · ${view.own ? t('shared') : t('sharedBy', { by: view.by })}`}
          </Link>
        ))}
        <button type="button" className="plain-button" onClick={() => dialog.current?.showModal()}>
          {t('open')}
        </button>
      </div>
      {open && open.usable !== open.address && <p className="sub">{t('filtersGone', { name: open.name })}</p>}
      <dialog ref={dialog} className="office-dialog" aria-labelledby="saved-views">
        <h2 id="saved-views">{t('title')}</h2>
        <NewView {...of} />
        {changeable.map((view) => (
          <ChangeView key={view.id} view={view} {...of} />
        ))}
        <form method="dialog" className="page-actions">
          <button type="submit" className="do quiet">
            {t('close')}
          </button>
        </form>
      </dialog>
    </>
  )
}

function useRefusal() {
  const t = useTranslations('office.list.saved')
  return (answer: Refused): string => {
    if (answer.reason === 'changed-meanwhile' && 'by' in answer)
      return t('refusals.changed-meanwhile', { by: answer.by ?? t('theShop'), name: answer.name })
    return t(
      t.has(`refusals.${answer.reason as 'failed'}`)
        ? `refusals.${answer.reason as 'failed'}`
        : 'refusals.failed',
    )
  }
}

/** Name and reach of a view; its form says what it sends. */
function ViewFields({
  id,
  name,
  shared,
  fault,
  onName,
  onShared,
}: {
  id: string
  name: string
  shared: boolean
  fault: string | null
  onName: (name: string) => void
  onShared: (shared: boolean) => void
}) {
  const t = useTranslations('office.list.saved')
  return (
    <>
      <label className="block font-medium" htmlFor={`${id}-name`}>
        {t('name')}
      </label>
      <input
        id={`${id}-name`}
        className="field"
        maxLength={60}
        value={name}
        aria-invalid={fault !== null}
        aria-describedby={`${id}-fault`}
        onChange={(event) => onName(event.currentTarget.value)}
      />
      <label className="list-option">
        <input type="checkbox" checked={shared} onChange={(event) => onShared(event.currentTarget.checked)} />
        {t('share')}
      </label>
      <p role="alert" id={`${id}-fault`} className="missing">
        {fault}
      </p>
    </>
  )
}

function NewView({ list, address }: Props) {
  const t = useTranslations('office.list.saved')
  const announce = useAnnounce()
  const refusal = useRefusal()
  const { revalidate } = useRevalidator()
  const kept = useKeptText(`new-view:${list}`, { name: '', shared: '' })
  const { name } = kept.texts
  const shared = kept.texts.shared === isShared
  const [fault, setFault] = useState<string | null>(null)
  const save = async () => {
    const answer = await act('views.save', { list, name, address, shared })
    if (!answer.ok) return setFault(refusal(answer))
    setFault(null)
    kept.done()
    announce(t('saved', { name }))
    await revalidate()
  }
  return (
    <form
      aria-label={t('new')}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ViewFields
        id="new-view"
        name={name}
        shared={shared}
        fault={fault}
        onName={(text) => kept.put('name', text)}
        onShared={(on) => kept.put('shared', on ? isShared : '')}
      />
      <button type="submit" className="do">
        {t('save')}
      </button>
    </form>
  )
}

function ChangeView({ list, view, address, isSame }: Props & { view: View }) {
  const t = useTranslations('office.list.saved')
  const announce = useAnnounce()
  const refusal = useRefusal()
  const { revalidate } = useRevalidator()
  const { id, version } = view
  const kept = useKeptText(`view:${id}`, { name: view.name, shared: view.shared ? isShared : '' })
  const { name } = kept.texts
  const shared = kept.texts.shared === isShared
  const [fault, setFault] = useState<string | null>(null)
  const [sure, setSure] = useState(false)
  const done = async (answer: AnswerOf<'views.change'>, said: string) => {
    setFault(answer.ok ? null : refusal(answer))
    if (answer.ok) announce(said)
    // After a conflict, too: what was typed stays, and begins from what it is now.
    await revalidate()
    return answer.ok
  }
  const save = async () => {
    const answer = await act('views.change', { list, id, version, name, shared })
    if (await done(answer, t('saved', { name }))) kept.done()
  }
  const remove = async () => {
    const answer = await act('views.delete', { list, id, version })
    if (await done(answer, t('deleted', { name: view.name }))) kept.done()
  }
  return (
    <form
      aria-label={view.name}
      className="block-section"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <ViewFields
        id={`view-${id}`}
        name={name}
        shared={shared}
        fault={fault}
        onName={(text) => kept.put('name', text)}
        onShared={(on) => kept.put('shared', on ? isShared : '')}
      />
      <div className="page-actions">
        <button type="submit" className="do quiet">
          {t('change')}
        </button>
        <button
          type="button"
          className="do quiet"
          disabled={isSame(address, view.address)}
          onClick={() =>
            void act('views.change', { list, id, version, address }).then((answer) =>
              done(answer, t('replaced', { name: view.name })),
            )
          }
        >
          {t('replace')}
        </button>
        <button
          type="button"
          className="do quiet"
          onBlur={() => setSure(false)}
          onClick={() => {
            if (!sure) return setSure(true)
            void remove()
          }}
        >
          {t(sure ? 'deleteSure' : 'delete')}
        </button>
      </div>
    </form>
  )
}
