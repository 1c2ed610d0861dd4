/** A native select whose first option, "all", is undefined. */
export function Select<T extends string>(props: {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}) {
  return (
    <select
      aria-label={props.label}
      value={props.value ?? ''}
      onChange={(event) =>
        props.onChange(props.options.find(({ value }) => value === event.target.value)?.value)
      }
      className="h-7 max-w-48 min-w-0 rounded-[5px] border border-line bg-surface px-1.5 pointer-coarse:h-9"
    >
      <option value="">{props.all}</option>
      {props.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
