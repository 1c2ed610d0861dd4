import { useId } from 'react';

const LOOK =
  'mt-1 block w-full rounded-[5px] border border-line-strong bg-surface px-2 focus-visible:outline-offset-0';

/** A field of the tester: one line, or several. */
export function PatternField(props: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Why the value cannot be used. */
  readonly problem?: string | undefined;
  readonly lines?: number;
  /** Written as code is. */
  readonly code?: boolean;
  /** Over both columns. */
  readonly wide?: boolean;
}) {
  const problemId = useId();
  const shared = {
    value: props.value,
    placeholder: props.placeholder,
    spellCheck: false,
    'aria-invalid': props.problem !== undefined,
    'aria-describedby': props.problem === undefined ? undefined : problemId,
  };
  const font = props.code ? 'font-mono text-xs' : '';
  return (
    <label className={`min-w-0 ${props.wide ? 'sm:col-span-2' : ''}`}>
      {props.label}
      {props.lines === undefined ? (
        <input
          {...shared}
          type="text"
          autoComplete="off"
          onChange={(event) => props.onChange(event.target.value)}
          className={`${LOOK} ${font} h-7 pointer-coarse:h-9`}
        />
      ) : (
        <textarea
          {...shared}
          rows={props.lines}
          onChange={(event) => props.onChange(event.target.value)}
          className={`${LOOK} ${font} py-1 leading-4.5`}
        />
      )}
      {props.problem !== undefined && (
        <span id={problemId} className="block text-xs text-bad">
          {props.problem}
        </span>
      )}
    </label>
  );
}
