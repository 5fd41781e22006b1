//! What can be wrong with a constraint, as facts: `Display` says them in English, the page in its
//! reader's language.

use super::KINDS;
use super::schema::TYPES;
use super::words::{or_list, quoted};
use std::fmt;

/// Why a constraint cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstraintError {
    /// A constraint's text names no kind of constraint.
    UnknownKind {
        /// The text.
        given: String,
    },
    /// A regular expression that cannot be read.
    BadRegex {
        /// What is wrong.
        fault: PatternFault,
        /// What stands there; `None` where it has no one place.
        at: Option<PatternPlace>,
        /// Where, counted in characters from 0.
        position: usize,
    },
    /// A schema that is not JSON.
    BadSchemaJson {
        /// What is wrong.
        message: String,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
    },
    /// A schema of a form that is not understood.
    BadSchema {
        /// The schema's place, such as `#/properties/age`.
        path: String,
        /// What is wrong.
        why: SchemaFault,
    },
    /// A keyword whose value cannot be used.
    BadKeyword {
        /// The keyword.
        keyword: String,
        /// The place of the schema it stands in.
        path: String,
        /// What it would have to be.
        why: SchemaFault,
    },
    /// A keyword that is not supported; ignoring it would allow texts that the schema forbids.
    UnsupportedKeyword {
        /// The keyword.
        keyword: String,
        /// The place of the schema it stands in.
        path: String,
    },
    /// No text satisfies it.
    Unsatisfiable {
        /// The place in a schema; empty elsewhere.
        path: String,
        /// Why.
        why: Unsatisfied,
    },
    /// It needs more than is given to a constraint.
    TooLarge {
        /// What there is too much of.
        what: Excess,
        /// How much there may be.
        limit: usize,
    },
}

impl fmt::Display for ConstraintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownKind { given } => {
                write!(f, "“{given}” is no constraint; it must begin with {}", or_list(&KINDS.map(str::to_owned)))
            }
            Self::BadRegex { fault, at, position } => {
                write!(f, "this regular expression cannot be read at character {}: {fault}", position + 1)?;
                match at {
                    Some(PatternPlace::Character(c)) => write!(f, " (at {})", quoted(&c.to_string())),
                    Some(PatternPlace::End) => f.write_str(" (at its end)"),
                    None => Ok(()),
                }
            }
            Self::BadSchemaJson { message, .. } => write!(f, "this schema is not JSON: {message}"),
            Self::BadSchema { path, why } => write!(f, "the schema at {path} cannot be used: {why}"),
            Self::BadKeyword { keyword, path, why } => write!(f, "the schema's keyword `{keyword}` at {path} cannot be used: {why}"),
            Self::UnsupportedKeyword { keyword, path } => write!(f, "the schema's keyword `{keyword}` at {path} is not supported"),
            Self::Unsatisfiable { path, why } if path.is_empty() => write!(f, "nothing can satisfy this constraint: {why}"),
            Self::Unsatisfiable { path, why } => write!(f, "nothing can satisfy the schema at {path}: {why}"),
            Self::TooLarge { what, limit } => write!(f, "this constraint is too large: {what} may be {limit} at most"),
        }
    }
}

impl std::error::Error for ConstraintError {}

impl ConstraintError {
    /// The kinds of constraints, by their names in text.
    pub const KINDS: [&str; 4] = KINDS;
}

/// What is wrong with a regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternFault {
    /// `(` without its `)`.
    UnclosedGroup,
    /// `)` without its `(`.
    UnopenedGroup,
    /// `[` without its `]`.
    UnclosedClass,
    /// A range of characters that runs backwards.
    BadRange,
    /// A repetition of nothing.
    NothingToRepeat,
    /// `{` without its `}`.
    UnclosedCount,
    /// Braces without a number.
    NoCount,
    /// A count that runs backwards.
    BadCount,
    /// A backslash at the end.
    UnfinishedEscape,
    /// A backslash before what needs none and means nothing.
    UnknownEscape,
    /// A reference to a group.
    BackReference,
    /// A look at what comes before or after.
    LookAround,
    /// A word boundary of all alphabets.
    WordBoundary,
    /// Something rarer, in the words of the crate that read it.
    Other(String),
}

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnclosedGroup => "unclosed group",
            Self::UnopenedGroup => "unopened group",
            Self::UnclosedClass => "unclosed character class",
            Self::BadRange => "invalid character class range, the start must be <= the end",
            Self::NothingToRepeat => "repetition operator missing expression",
            Self::UnclosedCount => "unclosed counted repetition",
            Self::NoCount => "repetition quantifier expects a valid decimal",
            Self::BadCount => "invalid repetition count range, the start must be <= the end",
            Self::UnfinishedEscape => "incomplete escape sequence, reached end of pattern prematurely",
            Self::UnknownEscape => "unrecognized escape sequence",
            Self::BackReference => "backreferences are not supported",
            Self::LookAround => "look-around, including look-ahead and look-behind, is not supported",
            Self::WordBoundary => r"word boundaries of all alphabets are not supported; write (?-u:\b) for those of ASCII",
            Self::Other(words) => words,
        })
    }
}

/// What stands where a regular expression cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternPlace {
    /// This character.
    Character(char),
    /// Nothing: it has ended.
    End,
}

/// What is wrong with a schema, or with the value of one of its keywords.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SchemaFault {
    /// A schema that is no object.
    NoObject,
    /// A schema that names no type and no values.
    SaysNothing,
    /// No whole number within these bounds.
    NoCount {
        /// The largest.
        most: u64,
    },
    /// No list of schemas.
    NoSchemas,
    /// No type that is known.
    NoType,
    /// Two alternatives whose texts begin with this character.
    BeginAlike(char),
    /// A list without a schema for its items.
    NoItems,
    /// No object of schemas.
    NoProperties,
    /// Neither true nor false.
    NoBoolean,
    /// No list of names.
    NoNames,
    /// A name that is not among the properties.
    NoSuchProperty(String),
    /// No list of values.
    NoValues,
    /// `const` beside `enum`.
    BesideEnum,
    /// No whole number.
    NoWholeNumber,
    /// Bounds of a number that cannot be held to.
    UnsupportedBounds {
        /// How far apart the bounds of an integer may be.
        most: i64,
    },
}

impl SchemaFault {
    /// The types that a schema may name.
    pub const TYPES: [&str; 7] = TYPES;
}

impl fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoObject => f.write_str("a schema must be an object"),
            Self::SaysNothing => f.write_str("it needs one of `type`, `enum`, `const` and `anyOf`"),
            Self::NoCount { most } => write!(f, "it must be a whole number from 0 to {most}"),
            Self::NoSchemas => f.write_str("it must be a list of schemas"),
            Self::NoType => write!(f, "it must be one of {}, or a list of them", TYPES.join(", ")),
            Self::BeginAlike(c) => {
                let begin = quoted(&c.to_string());
                write!(f, "two of the alternatives begin with {begin}; they must differ in their first character")
            }
            Self::NoItems => f.write_str("an array needs a schema for its items"),
            Self::NoProperties => f.write_str("it must be an object of schemas"),
            Self::NoBoolean => f.write_str("it must be true or false; properties that are not named are never written"),
            Self::NoNames => f.write_str("it must be a list of names"),
            Self::NoSuchProperty(name) => write!(f, "it names {}, which is not among the properties", quoted(name)),
            Self::NoValues => f.write_str("it must be a list of values"),
            Self::BesideEnum => f.write_str("it cannot stand beside `enum`"),
            Self::NoWholeNumber => f.write_str("it must be a whole number"),
            Self::UnsupportedBounds { most } => {
                write!(f, "supported are a `minimum` of 0 alone, or both bounds of an integer, at most {most} apart")
            }
        }
    }
}

/// Why no text can satisfy a constraint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsatisfied {
    /// Bounds for the number of digits that cross.
    DigitBounds {
        /// The fewest.
        min: usize,
        /// The most.
        max: usize,
    },
    /// There is no such list.
    NoList,
    /// Nothing matches a regular expression.
    NoMatch,
    /// Two keywords that contradict each other, with their values.
    Bounds([(String, i64); 2]),
    /// A choice among nothing.
    NoChoice,
    /// Values of which none is of the type that is named.
    NoValueOfType,
}

impl fmt::Display for Unsatisfied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DigitBounds { min, max } => write!(f, "no text has at least {min} and at most {max} digits"),
            Self::NoList => f.write_str("no such list exists"),
            Self::NoMatch => f.write_str("no text matches this regular expression"),
            Self::Bounds([(min, least), (max, most)]) => write!(f, "{} is {least} and {} is {most}", quoted(min), quoted(max)),
            Self::NoChoice => f.write_str("there is nothing to choose from"),
            Self::NoValueOfType => f.write_str("no value of the list is of the right type"),
        }
    }
}

/// What a constraint has too much of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Digits.
    Digits,
    /// Items of a list.
    Items,
    /// States of a regular expression's automaton.
    States,
    /// Bytes of a schema.
    SchemaBytes,
    /// Bytes of the shortest text that the schema at this place asks for.
    ShortestText(String),
    /// Values within values at this place.
    Nesting(String),
    /// Bytes of the values at this place.
    Values(String),
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Digits => f.write_str("the number of digits"),
            Self::Items => f.write_str("the number of items"),
            Self::States => f.write_str("the states of this regular expression's automaton"),
            Self::SchemaBytes => f.write_str("the bytes of this schema"),
            Self::ShortestText(path) => write!(f, "the shortest text of {path}, in bytes,"),
            Self::Nesting(path) => write!(f, "the nesting of {path}"),
            Self::Values(path) => write!(f, "the values of {path}"),
        }
    }
}
