import { type ReactNode, useCallback, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Clashes } from '#app/shop/piece/merge-drafts.ts'
import { FaultSummary } from '#app/ui/FaultSummary.tsx'
import { useAnnounce } from '../frame/announce.tsx'
import { act, type Shown } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useFormats } from '../frame/use-formats.ts'
import { useSaveKey } from '../frame/use-save-key.ts'
import { useShown } from '../frame/use-shown.ts'
import { PieceCosts } from '../ledger/PieceCosts.tsx'
import { PhotosBlock } from '../photos/PhotosBlock.tsx'
import { OthersHere } from '../presence/OthersHere.tsx'
import { type Conflict, Conflicts } from './Conflicts.tsx'
import { CustomersSee } from './CustomersSee.tsx'
import { DiscardDraft } from './DiscardDraft.tsx'
import { Flaws } from './Flaws.tsx'
import { KnownName } from './KnownName.tsx'
import { idOf, PieceField } from './PieceField.tsx'
import { PriceBox } from './PriceBox.tsx'
import { Provenance } from './Provenance.tsx'
import { Steps } from './Steps.tsx'
import { Stones } from './Stones.tsx'
import { TestSheets } from './TestSheets.tsx'
import { useReference } from './use-reference.ts'
import { type Kept, useTyped } from './use-typed.ts'

export default function PieceScreen() {
  const piece = useShown<'piece'>()
  // Another piece begins with nothing of this one.
  return <PieceEditor key={piece.id} />
}

function PieceEditor() {
  const piece = useShown<'piece'>()
  const t = useTranslations('office.piece')
  const announce = useAnnounce()
  const { revalidate } = useRevalidator()
  const typed = useTyped(piece, (what) => {
    announce(t(what === 'discarded' ? 'draft.discardedElsewhere' : 'draftMerged'))
    if (what === 'discarded') forgetFaults()
    // What another window saved is no draft any more.
    void revalidate()
  })
  const reference = useReference(piece, typed, (changed) => announce(t('referenceFollowed', changed)))
  const [faults, setFaults] = useState<Record<string, string>>({})
  const [answer, setAnswer] = useState<unknown>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [saving, setSaving] = useState(false)
  const forgetFaults = () => {
    setFaults({})
    setConflict(null)
  }
  const isShown = ['listed', 'reserved', 'sold'].includes(piece.status)
  const count = Object.keys(typed.changes).length

  const words = (reason: string) =>
    t.has(`faults.${reason}` as 'faults.missing')
      ? t(`faults.${reason}` as 'faults.missing')
      : t('faults.impossible')

  const { version, changes, clashes, begin, saved: done, keep, now } = typed
  const save = useCallback(async () => {
    setSaving(true)
    // What another window typed comes first: it is chosen before anything is published.
    await keep()
    const { version, changes, clashes, known } = now()
    if (Object.keys(clashes).length > 0) {
      setSaving(false)
      announce(t('conflict.window.first'))
      return
    }
    const answer = await act('piece.save', { piece: piece.id, version, revision: known.revision, changes })
    setAnswer(answer)
    if (answer.ok) {
      done(changes, answer)
      setFaults(answer.kept)
      setConflict(null)
      announce(Object.keys(answer.kept).length > 0 ? t('savedInPart') : t('saved'))
      await revalidate()
      setSaving(false)
      return
    }
    setSaving(false)
    if (answer.reason === 'conflict') {
      setConflict(answer)
      setFaults({})
    } else if (answer.reason === 'invalid') setFaults({ ...answer.faults })
    else announce(answer.reason === 'not-allowed' ? t('notAllowed') : t('notSaved'))
  }, [piece.id, done, keep, now, announce, revalidate, t])

  useSaveKey(() => void save())

  const choose = (key: string, whose: 'mine' | 'theirs') => {
    if (!conflict) return
    const { [key]: chosen, ...rest } = conflict.fields
    if (!chosen) return
    const { [key]: mine, ...others } = changes
    const next =
      whose === 'mine' && mine ? { ...others, [key]: { from: chosen.theirs, to: mine.to } } : others
    const left = Object.keys(rest).length > 0
    begin(left ? version : conflict.version, next)
    setConflict(left ? { ...conflict, fields: rest } : null)
    if (!left) void revalidate()
  }

  const shownFaults = Object.entries(faults)
  const shownWords = Object.fromEntries(shownFaults.map(([key, reason]) => [key, words(reason)]))
  const labelOf = (key: string) => {
    const [, list = '', row = '', part = ''] = /^(\w+)\.(\d+)\.(\w+)/.exec(key) ?? []
    const field = piece.fields.find(({ keys }) => keys.includes(list || key))
    const inRow = field?.parts.find(({ name }) => name === part)
    return inRow ? `${t('stones.row', { number: Number(row) + 1 })}, ${inRow.label}` : (field?.label ?? key)
  }
  return (
    <Page
      title={piece.name}
      back={<BackToPieces id={piece.id} />}
      actions={
        <>
          <KeptWords kept={typed.kept} pieceId={piece.id} count={count}>
            <DiscardDraft typed={typed} count={count} saving={saving} onDiscarded={forgetFaults} />
          </KeptWords>
          {piece.path && (
            <a className="do quiet" href={piece.path} target="_blank" rel="noreferrer">
              {t('toPage')}
            </a>
          )}
          <button type="button" className="do" aria-keyshortcuts="Control+S" disabled={saving} onClick={save}>
            {isShown ? t('publish') : t('save')}
          </button>
        </>
      }
    >
      <Steps piece={piece} textAt={typed.textAt} unsaved={count} saving={saving} onStepped={revalidate} />
      {shownFaults.length > 0 && (
        <FaultSummary
          title={t('faultsTitle')}
          answer={answer}
          faults={shownFaults.map(([key, reason]) => ({
            text: `${labelOf(key)}: ${words(reason)}`,
            field: idOf(key),
          }))}
        />
      )}
      {conflict && (
        <Conflicts
          from="shop"
          conflicts={conflict.fields}
          fields={piece.fields}
          textAt={typed.textAt}
          choose={choose}
        />
      )}
      {Object.keys(clashes).length > 0 && (
        <Conflicts
          from="window"
          conflicts={shownClashes(piece, clashes)}
          fields={piece.fields}
          textAt={typed.textAt}
          choose={typed.choose}
        />
      )}
      <div className="piece-editor">
        <div>
          <section className="block-section" id="photos" aria-labelledby="photos-title">
            <h2 id="photos-title">{t('photos')}</h2>
            <PhotosBlock pieceId={piece.id} saved={piece.version} onChanged={revalidate} />
          </section>
          {piece.sections.map((section) => {
            const fields = piece.fields.filter((field) => field.section === section)
            if (fields.length === 0) return null
            return (
              <section key={section} className="block-section" aria-labelledby={`section-${section}`}>
                <h2 id={`section-${section}`}>{t(`sections.${section}`)}</h2>
                <div className="two">
                  {fields.map((field) =>
                    field.kind === 'known' ? (
                      <KnownName
                        key={field.name}
                        field={field}
                        value={typed.textAt(field.name)}
                        brand={typed.textAt('brand')}
                        put={(value) => typed.put({ [field.name]: value })}
                        error={shownWords[field.name]}
                        note={
                          field.name === 'reference' && typed.textAt('reference') !== ''
                            ? t('ownReference', { count: reference.pieces })
                            : undefined
                        }
                      />
                    ) : field.kind === 'stones' ? (
                      <Stones
                        key={field.name}
                        field={field}
                        textAt={typed.textAt}
                        put={typed.put}
                        faults={shownWords}
                      />
                    ) : (
                      <PieceField
                        key={field.name}
                        field={field}
                        textAt={typed.textAt}
                        put={typed.put}
                        faults={shownWords}
                        note={field.keys.every(reference.from) ? t('fromReference') : undefined}
                      />
                    ),
                  )}
                </div>
              </section>
            )
          })}
          <Flaws piece={piece} onChanged={() => void revalidate()} />
          <TestSheets piece={piece} onSigned={() => void revalidate()} />
        </div>
        <div className="piece-aside">
          <PriceBox piece={piece} preview={typed.preview} />
          <PieceCosts piece={piece} onChanged={() => void revalidate()} />
          <Provenance piece={piece} onChanged={() => void revalidate()} />
          <CustomersSee piece={piece} preview={typed.preview} />
        </div>
      </div>
    </Page>
  )
}

/** What another window typed otherwise, as conflicts are drawn; what it did not type stands in the shop. */
function shownClashes(piece: Shown<'piece'>, clashes: Clashes): Conflict['fields'] {
  const text = (key: string, typed: { to: string } | null) => typed?.to ?? piece.typed[key] ?? ''
  return Object.fromEntries(
    Object.entries(clashes).map(([key, { base, theirs }]) => [
      key,
      { base: text(key, base), theirs: text(key, theirs), by: null, at: null },
    ]),
  )
}

function BackToPieces({ id }: { id: string }) {
  const t = useTranslations('office.piece')
  return <>{t('number', { id })}</>
}

type KeptWordsProps = { kept: Kept; pieceId: string; count: number; children: ReactNode }

/** Says honestly whether what was typed is kept, and who else is here; beside it what can be done with it. */
function KeptWords({ kept, pieceId, count, children }: KeptWordsProps) {
  const t = useTranslations('office.piece')
  const format = useFormats()
  const time = (at: string) => format.clock(at)
  return (
    <p className="piece-kept">
      {kept.state === 'kept' && count > 0 && <span>{t('kept', { time: time(kept.at) })}</span>}
      {kept.state === 'typing' && <span>{t('keeping')}</span>}
      {kept.state === 'failed' && (
        <span role="alert" className="state state-bad">
          {t('notKept')}
        </span>
      )}
      {children}
      <OthersHere thing={`piece/${pieceId}`} />
    </p>
  )
}
