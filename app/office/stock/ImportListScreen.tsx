import { useEffect, useState } from 'react'
import { Link, useNavigate, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useAnnounce } from '../frame/announce.tsx'
import type { Shown } from '../frame/calls.ts'
import { act } from '../frame/calls.ts'
import { Page } from '../frame/Page.tsx'
import { useShown } from '../frame/use-shown.ts'
import { ImportMapping } from './ImportMapping.tsx'
import { ImportOutcome } from './ImportOutcome.tsx'

export type ShownImport = Shown<'import-list'>

/** One list: which column is what, what would come of it, and the import itself. */
export default function ImportListScreen() {
  const t = useTranslations('office.stock.import')
  const announce = useAnnounce()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const shown = useShown<'import-list'>()
  const { list } = shown
  const [fault, setFault] = useState<string | null>(null)
  const running = list.state === 'running' && list.busy
  useEffect(() => {
    if (!running) return
    const timer = setInterval(() => void revalidate(), 1500)
    return () => clearInterval(timer)
  }, [running, revalidate])
  const refuse = (reason: string) => {
    setFault(t(`refusals.${(t.has(`refusals.${reason as 'failed'}`) ? reason : 'failed') as 'failed'}`))
    // Another window may have gone on with it.
    void revalidate()
  }
  async function begin() {
    setFault(null)
    const { id, checkedVersion, mapping } = list
    const answer = await act('stock.import', { id, checkedVersion, mapping })
    if (!answer.ok) return refuse(answer.reason)
    await revalidate()
  }
  async function discard() {
    const answer = await act('stock.discard', { id: list.id })
    if (answer.ok) await navigate('/import')
    else refuse(answer.reason)
  }
  const toDo = list.result ? list.result.new + list.result.changed : 0
  return (
    <Page
      title={list.fileName}
      back={
        <Link className="link" to="/import">
          {t('back')}
        </Link>
      }
      actions={
        (list.state === 'uploaded' || list.state === 'checked') && (
          <button type="button" className="do quiet" onClick={() => void discard()}>
            {t('discard')}
          </button>
        )
      }
    >
      <p role="alert" className="missing">
        {fault}
      </p>
      {shown.before && list.state !== 'done' && <p className="missing">{t('before')}</p>}
      {shown.sample && list.state !== 'running' && (
        <ImportMapping
          key={list.id}
          shown={shown}
          onRefused={refuse}
          onChecked={async (sentence) => {
            setFault(null)
            await revalidate()
            announce(sentence)
          }}
        />
      )}
      {list.state === 'running' && (
        <p>
          {t('progress', { done: String(list.rowsDone), rows: list.result?.rows ?? 0 })}{' '}
          <progress aria-label={t('states.running')} value={list.rowsDone} max={list.result?.rows ?? 1} />
        </p>
      )}
      {list.result && list.state !== 'running' && <ImportOutcome list={list} result={list.result} />}
      {list.state === 'checked' &&
        (toDo > 0 ? (
          <button type="button" className="do mt-4" onClick={() => void begin()}>
            {t('go', { count: toDo })}
          </button>
        ) : (
          <p className="mt-4">{t('nothingToDo')}</p>
        ))}
      {list.state === 'running' && !list.busy && (
        <button type="button" className="do mt-4" onClick={() => void begin()}>
          {t('goOn')}
        </button>
      )}
    </Page>
  )
}
