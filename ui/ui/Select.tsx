/**
 * A native select whose first option, "all", is undefined. A value that is none of the options, as an
 * address may name, stays to be seen and chosen.
 */
export function Select<T extends string>(props: {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}) {
  const { value } = props;
  const listed = value === undefined || props.options.some((option) => option.value === value);
  const options = listed ? props.options : [{ value, label: value }, ...props.options];
  return (
    <select
      aria-label={props.label}
      value={value ?? ''}
      onChange={(event) =>
        props.onChange(options.find((option) => option.value === event.target.value)?.value)
      }
      className="h-7 max-w-48 min-w-0 rounded-[5px] border border-line bg-surface px-1.5 max-sm:grow pointer-coarse:h-9"
    >
      <option value="">{props.all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
