import { type KeyboardEvent as Key, useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { type PieceKind, pieceKinds } from '#app/shop/catalogue/types.ts'
import { may } from '#app/shop/staff/permissions.ts'
import { useAnnounce } from '../frame/announce.tsx'
import { type AnswerOf, act } from '../frame/calls.ts'
import { useMember } from '../frame/member.ts'
import { isScanning } from '../frame/scans.ts'
import { askToSave } from '../frame/use-save-key.ts'
import { officePaths } from '../paths.ts'
import { openScanner } from '../scanner/open-scanner.ts'
import { navigation } from '../screens.ts'
import { placeIfThere } from '../today/places.ts'
import { deedOf, type KeyDeed, keyPlaces, keys, paletteEvent } from './keys.ts'
import { useOpenCode } from './OpenScanned.tsx'

type Found = Extract<AnswerOf<'palette.find'>, { ok: true }>['found'][number]
type Choice = { key: string; main: string; sub: string; open(): unknown }

/** What a label's code or a stock number looks like. */
const code = /^\s*(?:https?:\/\/\S+|[1-9]\d{3,7})\s*$/

/** Milliseconds for which `g` waits for the next key, and for which a search waits for more letters. */
const waits = { key: 1500, search: 150 }

const addresses: Record<Found['kind'], (id: string) => string> = {
  piece: (id) => `/pieces/${id}`,
  order: (id) => `/orders/${id}`,
  request: (id) => `/requests/${id}`,
  enquiry: (id) => `/enquiries/${id}`,
  person: (id) => `/people/${id}`,
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** The keys of the office, its command palette and the sheet that says which keys there are. */
export function Palette() {
  const t = useTranslations('office.palette')
  const navigate = useNavigate()
  const announce = useAnnounce()
  const palette = useRef<HTMLDialogElement>(null)
  const help = useRef<HTMLDialogElement>(null)
  const helpTitle = useRef<HTMLHeadingElement>(null)
  const [opened, setOpened] = useState(0)
  const saidKey = (name: string) =>
    name
      .replace('Control+', t('control'))
      .replace('Shift+', t('shift'))
      .replace(/Space|PageUp|PageDown|Home|End|Enter/, (key) => t(`names.${key as 'Space'}`))
  /** Those of lists are one or the other, all others one after the other. */
  const saidKeys = ({ keys: names, place }: { keys: string; place: string }) =>
    place === 'lists' ? names.split(' ').map(saidKey).join(', ') : saidKey(names)
  const openHelp = useCallback(() => {
    help.current?.showModal()
    // Else the button that closes it has the focus, and a sheet longer than the window opens at its end.
    helpTitle.current?.focus()
  }, [])
  useEffect(() => {
    let former: { key: string; at: number } | null = null
    const open = () => {
      setOpened((times) => times + 1)
      palette.current?.showModal()
    }
    const deeds: Partial<Record<KeyDeed, () => void>> = {
      palette: open,
      search: () => {
        const field = document.querySelector<HTMLElement>('[data-office-search]')
        if (field) field.focus()
        else open()
      },
      help: openHelp,
      save: () => {
        if (!askToSave()) announce(t('nothingToSave'))
      },
    }
    const pressed = (event: KeyboardEvent) => {
      // Keys of a code are no commands.
      if (event.defaultPrevented || isScanning()) return
      const before = former && event.timeStamp - former.at < waits.key ? former.key : null
      former = { key: event.key, at: event.timeStamp }
      const deed = deedOf(event, before, isField(event.target))
      if (!deed) return
      const isOver = document.querySelector('dialog[open]') !== null
      if (isOver && deed !== 'save') return
      const screen = officePaths as Record<string, string>
      const go = screen[deed] === undefined ? undefined : () => void navigate(`/${screen[deed]}`)
      const take = deeds[deed] ?? go
      if (!take) return
      event.preventDefault()
      take()
    }
    window.addEventListener('keydown', pressed)
    window.addEventListener(paletteEvent, open)
    return () => {
      window.removeEventListener('keydown', pressed)
      window.removeEventListener(paletteEvent, open)
    }
  }, [navigate, announce, openHelp, t])
  return (
    <>
      <dialog ref={palette} className="office-dialog" aria-label={t('title')}>
        {opened > 0 && <Search key={opened} onChosen={() => palette.current?.close()} onHelp={openHelp} />}
      </dialog>
      <dialog ref={help} className="office-dialog" aria-labelledby="office-keys">
        <h2 ref={helpTitle} id="office-keys" tabIndex={-1}>
          {t('keys')}
        </h2>
        {keyPlaces.map((place) => (
          <section key={place}>
            <h3 className="caps">{t(`places.${place}`)}</h3>
            <dl className="office-keys">
              {keys
                .filter((each) => each.place === place)
                .filter(({ does }) => place !== 'go' || does in officePaths)
                .map((each) => (
                  <div key={each.keys}>
                    <dt>
                      <kbd>{saidKeys(each)}</kbd>
                    </dt>
                    <dd>{t(`deeds.${each.does}`)}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
        <form method="dialog">
          <button type="submit" className="do quiet">
            {t('close')}
          </button>
        </form>
      </dialog>
    </>
  )
}

function Search({ onChosen, onHelp }: { onChosen: () => void; onHelp: () => void }) {
  const t = useTranslations('office.palette')
  const screens = useTranslations('office.frame.screens')
  const scanner = useTranslations('office.scanner')
  const { role } = useMember()
  const navigate = useNavigate()
  const openCode = useOpenCode()
  const announce = useAnnounce()
  const [words, setWords] = useState('')
  const [found, setFound] = useState<readonly Found[]>([])
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    const ended = new AbortController()
    const timer = setTimeout(async () => {
      if (words.trim().length < 2) return setFound([])
      const answer = await act('palette.find', { words }, { signal: ended.signal })
      if (!ended.signal.aborted) setFound(answer.ok ? answer.found : [])
    }, waits.search)
    return () => {
      ended.abort()
      clearTimeout(timer)
    }
  }, [words])
  const create = async (kind: PieceKind) => {
    const answer = await act('pieces.create', { kind })
    if (answer.ok) await navigate(`/pieces/${answer.id}`)
    else announce(t('failed'))
  }
  const commands: Choice[] = [
    ...(may(role, 'pieces.edit') ? pieceKinds : []).map((kind) => ({
      key: `new ${kind}`,
      main: t(`new.${kind}`),
      sub: t('action'),
      open: () => create(kind),
    })),
    { key: 'scan', main: scanner('title'), sub: t('action'), open: openScanner },
    { key: 'help', main: t('keys'), sub: t('action'), open: onHelp },
  ]
  const choices: Choice[] = [
    ...[
      ...navigation
        .filter(({ permission }) => may(role, permission))
        .map(({ screen }) => ({
          key: screen,
          main: screens(screen),
          sub: t('screen'),
          open: () => navigate(`/${officePaths[screen]}`),
        })),
      ...commands,
    ].filter(({ main }) => main.toLowerCase().includes(words.trim().toLowerCase())),
    ...found.map(({ kind, id, main, sub }) => ({
      key: `${kind} ${id}`,
      main,
      sub: `${t(`kinds.${kind}`)} · ${sub}`,
      // What has no screen yet is listed on Today.
      open: () => navigate(placeIfThere(addresses[kind](id)) ?? '/'),
    })),
  ]
  const chosen = choices[Math.min(at, choices.length - 1)]
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    onChosen()
    void choice.open()
  }
  const onKeyDown = (event: Key) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % choices.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      if (!code.test(words)) return choose(chosen)
      onChosen()
      void openCode(words)
    }
  }
  const idOf = (choice: Choice) => `palette-${choice.key.replace(/\W/g, '-')}`
  return (
    <>
      <input
        ref={field}
        className="field w-full"
        type="text"
        role="combobox"
        aria-label={t('title')}
        aria-expanded="true"
        aria-controls="palette-choices"
        aria-autocomplete="list"
        aria-activedescendant={chosen ? idOf(chosen) : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('placeholder')}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id="palette-choices" role="listbox" aria-label={t('found')} className="palette-choices">
        {choices.map((choice) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, as in every combobox
          <div
            key={choice.key}
            id={idOf(choice)}
            role="option"
            tabIndex={-1}
            aria-selected={choice === chosen}
            onClick={() => choose(choice)}
          >
            {choice.main} <span className="sub">{choice.sub}</span>
          </div>
        ))}
      </div>
      {choices.length === 0 && <p className="today-empty">{t('nothing')}</p>}
    </>
  )
}
