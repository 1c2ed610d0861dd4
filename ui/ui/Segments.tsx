/** A choice of a few options, all in view; each is a button that is pressed or not. */
export function Segments<T extends string | undefined>(props: {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}) {
  return (
    <div
      role="group"
      aria-label={props.label}
      className="flex overflow-hidden rounded-[5px] border border-line"
    >
      {props.options.map((option) => (
        <button
          key={option.label}
          type="button"
          aria-pressed={option.value === props.value}
          onClick={() => props.onChange(option.value)}
          className="h-[26px] border-l border-line px-2.5 text-mute first:border-l-0 hover:bg-hover focus-visible:-outline-offset-2 aria-pressed:bg-tint-accent aria-pressed:font-medium aria-pressed:text-ink pointer-coarse:h-9"
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
