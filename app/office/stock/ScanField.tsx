import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'

/** A scanner types faster than anybody: the most ms between two of its keys. */
const fastest = 60

/** Takes what is typed, and what a hand scanner sends anywhere on the page: fast keys that end in Enter. */
export function ScanField({ onScan, fault }: { onScan(text: string): void; fault: string | null }) {
  const t = useTranslations('office.stock.scan')
  const [text, setText] = useState('')
  const scanned = useRef(onScan)
  useEffect(() => {
    scanned.current = onScan
  })
  useEffect(() => {
    let keys = ''
    let last = 0
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.matches('input, textarea, select')) return
      if (event.ctrlKey || event.altKey || event.metaKey) return
      if (event.timeStamp - last > fastest) keys = ''
      last = event.timeStamp
      if (event.key.length === 1) keys += event.key
      else if (event.key === 'Enter' && keys.length >= 4) {
        event.preventDefault()
        scanned.current(keys)
        keys = ''
      }
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  return (
    <form
      className="mt-3 max-w-md"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onScan(text)
        setText('')
      }}
    >
      <label htmlFor="scan" className="font-medium">
        {t('label')}
      </label>
      <div className="flex gap-2">
        <input
          id="scan"
          className="field"
          autoComplete="off"
          value={text}
          aria-invalid={fault !== null}
          aria-describedby={fault ? 'scan-fault scan-hint' : 'scan-hint'}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="submit" className="do">
          {t('count')}
        </button>
      </div>
      <p id="scan-hint" className="sub">
        {t('hint')}
      </p>
      <p id="scan-fault" role="alert" className="missing">
        {fault}
      </p>
    </form>
  )
}
