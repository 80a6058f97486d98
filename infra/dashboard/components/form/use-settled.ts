import { useEffect, useState } from 'react';

/** Debounces a value: returns the last value that did not change for this time. A new object at each render never settles. */
export function useSettled<Value extends string | number>(value: Value, milliseconds = 250): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);

    return () => clearTimeout(timer);
  }, [value, milliseconds]);

  return settled;
}
