import { type Ref, useEffect, useEffectEvent, useId, useMemo, useState } from 'react';
import { offeredNames } from '../util/offered-names.ts';
import { qualifiedNameOf } from '../util/search-params.ts';

/**
 * Chooses one by its name, `namespace/name`, of which a part may be typed. What names none chooses none, so that
 * the field never says another thing than what is in force; once it is left it shows what is chosen.
 */
export function NameField(props: {
  readonly label: string;
  readonly value: string | undefined;
  /** All that there are; undefined while they are not known. */
  readonly names: ReadonlySet<string> | undefined;
  /** Told whether the names are wanted: while the field has the focus, since there may be thousands. */
  readonly onAsk: (wanted: boolean) => void;
  readonly onChange: (value: string | undefined) => void;
  readonly placeholder: string;
  readonly className: string;
  /** One that is not there any more is chosen with Enter. */
  readonly allowUnknown?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}) {
  const { label, value, names, onAsk, onChange, placeholder, className, allowUnknown = false, ref } = props;
  // What was typed since the field has the focus; null when nothing was.
  const [typed, setTyped] = useState<string | null>(null);
  const listId = useId();
  const hintId = useId();
  const text = typed ?? value ?? '';
  const offered = useMemo(() => (names ? offeredNames(names, text) : []), [names, text]);
  const unknown = !allowUnknown && names !== undefined && text !== '' && !names.has(text);
  const choose = (next: string | undefined) => {
    if (next !== value) onChange(next);
  };
  // The names may come later than the keys.
  const chooseTyped = useEffectEvent((known: ReadonlySet<string> | undefined) => {
    if (typed !== null && known?.has(typed)) choose(typed);
  });
  useEffect(() => chooseTyped(names), [names]);
  return (
    <>
      <input
        ref={ref}
        type="text"
        aria-label={label}
        aria-invalid={unknown}
        aria-describedby={unknown ? hintId : undefined}
        placeholder={placeholder}
        list={listId}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onFocus={() => onAsk(true)}
        onBlur={() => {
          setTyped(null);
          onAsk(false);
        }}
        onChange={({ target }) => {
          setTyped(target.value);
          choose(names?.has(target.value) ? target.value : undefined);
        }}
        onKeyDown={({ key }) => {
          const name = qualifiedNameOf(typed);
          if (key === 'Enter' && allowUnknown && name !== undefined) choose(name);
        }}
        className={className}
      />
      {unknown && (
        <span id={hintId} className="mt-1 block text-xs text-mute">
          No {label} has this name.
        </span>
      )}
      <datalist id={listId}>
        {offered.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}
