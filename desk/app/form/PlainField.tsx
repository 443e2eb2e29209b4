/** A field of what is no content: where the site goes, its mail server. */
export function PlainField(props: {
  name: string;
  label: string;
  help?: string;
  type?: string;
  isOptional?: boolean;
  value: string;
  onChange: (value: string) => void;
}) {
  const { name, label, help, type = 'text', isOptional = false, value } = props;
  return (
    <div className="field">
      <label htmlFor={name}>
        {label}
        {isOptional && <span className="optional-mark"> (mag leeg)</span>}
      </label>
      <input
        id={name}
        type={type}
        required={!isOptional}
        value={value}
        autoComplete="off"
        aria-describedby={help && `${name}-help`}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {help && (
        <p className="help" id={`${name}-help`}>
          {help}
        </p>
      )}
    </div>
  );
}
