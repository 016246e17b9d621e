import type { ReactNode } from 'react'

/** One of several, as wide as its words: the whole tile can be pressed. */
export function ChoiceTile({
  name,
  value,
  ticked,
  children,
}: {
  name: string
  value: string
  ticked: boolean
  children: ReactNode
}) {
  return (
    <label className="grid min-h-12 cursor-pointer grid-cols-[auto_1fr] items-baseline gap-x-3 border border-line-strong px-4 py-3 has-checked:border-green has-checked:bg-paper-deep">
      <input
        type="radio"
        name={name}
        required
        value={value}
        defaultChecked={ticked}
        className="size-4 translate-y-0.5 accent-green"
      />
      <span className="grid min-w-0">{children}</span>
    </label>
  )
}

/** What a part of the form asks. */
export function PartTitle({ children }: { children: ReactNode }) {
  return <legend className="mb-5 font-display text-step-2">{children}</legend>
}
