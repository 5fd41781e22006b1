//! A small JSON schema, read into a grammar: what each value may be, piece by piece.
//!
//! Only what can be held to exactly is taken; a keyword that is not understood is refused by name,
//! with its place, rather than ignored. Everything is bounded, so that no legal text is endless:
//! strings, numbers and lists have limits even where the schema gives none.

use super::{ConstraintError, Excess, SchemaFault, Unsatisfied};
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;

/// Characters of a string for which the schema gives no `maxLength`.
pub const DEFAULT_MAX_LENGTH: usize = 40;
/// Items of an array for which the schema gives no `maxItems`.
pub const DEFAULT_MAX_ITEMS: usize = 8;
/// Digits before the point of a number.
pub const MAX_WHOLE_DIGITS: u8 = 9;
/// Digits after the point of a number.
pub const MAX_FRACTION_DIGITS: u8 = 6;
/// Values within values: objects and arrays around the innermost one.
pub const MAX_NESTING: usize = 15;

/// The largest `minLength`, `maxLength`, `minItems` and `maxItems`.
const MAX_COUNT: u64 = 4000;
/// Integers between `minimum` and `maximum`, which are spelled out one by one.
const MAX_RANGE: i64 = 1000;
/// The longest text that a schema may ask for at the least, in bytes.
const MAX_LEAST: u32 = 1 << 16;
/// The longest schema, in bytes.
const MAX_SCHEMA_BYTES: usize = 1 << 16;

/// Values that a text may be, by number.
pub(super) struct Grammar {
    pub(super) nodes: Vec<Node>,
    pub(super) root: u16,
}

/// One value of the schema.
pub(super) struct Node {
    pub(super) kind: Kind,
    /// The bytes of its shortest text.
    pub(super) least: u32,
}

pub(super) enum Kind {
    /// An object; properties in the order of the schema.
    Object(Vec<Property>),
    /// A list.
    Array { item: u16, min: u16, max: u16 },
    /// A string, counted in characters.
    Text { min: u16, max: u16 },
    /// A number without exponent.
    Number { whole: bool, signed: bool },
    /// One of a few fixed texts.
    Literal(Literals),
    /// One of several values that begin differently.
    Union(Vec<u16>),
}

/// One property of an object.
pub(super) struct Property {
    pub(super) name: String,
    /// The name as JSON writes it, quotes included.
    pub(super) key: Vec<u8>,
    pub(super) value: u16,
    pub(super) required: bool,
}

/// Fixed texts, as a trie.
pub(super) struct Literals {
    pub(super) texts: Vec<String>,
    pub(super) nodes: Vec<LiteralNode>,
}

/// A place within fixed texts.
#[derive(Default)]
pub(super) struct LiteralNode {
    pub(super) next: BTreeMap<u8, u16>,
    /// Bytes to the end of the shortest text; 0 where one ends.
    pub(super) rest: u32,
    accepting: bool,
}

impl Literals {
    fn new(texts: Vec<String>) -> Self {
        let mut nodes = vec![LiteralNode::default()];
        for text in &texts {
            let mut at = 0;
            for byte in text.bytes() {
                let n_nodes = nodes.len() as u16;
                let next = *nodes[at].next.entry(byte).or_insert(n_nodes);
                if next == n_nodes {
                    nodes.push(LiteralNode::default());
                }
                at = usize::from(next);
            }
            nodes[at].accepting = true;
        }
        // Children come after their parents.
        for idx in (0..nodes.len()).rev() {
            let below = nodes[idx].next.values().map(|next| nodes[usize::from(*next)].rest + 1).min();
            nodes[idx].rest = if nodes[idx].accepting { 0 } else { below.unwrap_or(0) };
        }
        Self { texts, nodes }
    }
}

/// JSON with its properties in the order in which they were written, which `serde_json::Value` may
/// not keep.
#[derive(Clone, Debug, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(serde_json::Number),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value.into()))
    }

    fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Json, E> {
        serde_json::Number::from_f64(value).map(Json::Number).ok_or_else(|| E::custom("a number that is not finite"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Json, E> {
        Ok(Json::Text(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Json, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Json::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
        let mut entries: Vec<(String, Json)> = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Json>()? {
            if entries.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format!("{name:?} stands there twice")));
            }
            entries.push((name, value));
        }
        Ok(Json::Object(entries))
    }
}

impl Json {
    /// The value as JSON without white space.
    fn compact(&self) -> String {
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool(value) => value.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Text(text) => escaped(text),
            Self::List(items) => format!("[{}]", items.iter().map(Self::compact).collect::<Vec<_>>().join(",")),
            Self::Object(entries) => {
                let entries: Vec<String> = entries.iter().map(|(name, value)| format!("{}:{}", escaped(name), value.compact())).collect();
                format!("{{{}}}", entries.join(","))
            }
        }
    }

    /// Whether the value is of a type of the schema language.
    fn is_of(&self, type_name: &str) -> bool {
        match self {
            Self::Null => type_name == "null",
            Self::Bool(_) => type_name == "boolean",
            Self::Number(number) => type_name == "number" || (type_name == "integer" && !number.is_f64()),
            Self::Text(_) => type_name == "string",
            Self::List(_) => type_name == "array",
            Self::Object(_) => type_name == "object",
        }
    }
}

/// A text as a JSON string.
fn escaped(text: &str) -> String {
    serde_json::to_string(text).expect("a string can always be written as JSON")
}

/// Words that say something about a schema without changing what is legal.
const ANNOTATIONS: [&str; 7] = ["$schema", "$id", "$comment", "title", "description", "default", "examples"];

pub(super) const TYPES: [&str; 7] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/// A schema's object, with its place in the document.
struct Entries<'a> {
    entries: &'a [(String, Json)],
    path: &'a str,
}

impl<'a> Entries<'a> {
    fn get(&self, keyword: &str) -> Option<&'a Json> {
        self.entries.iter().find(|(name, _)| name == keyword).map(|(_, value)| value)
    }

    fn bad(&self, keyword: &str, why: SchemaFault) -> ConstraintError {
        ConstraintError::BadKeyword { keyword: keyword.to_owned(), path: self.path.to_owned(), why }
    }

    fn unsatisfiable(&self, why: Unsatisfied) -> ConstraintError {
        ConstraintError::Unsatisfiable { path: self.path.to_owned(), why }
    }

    /// Refuses every keyword but these and the annotations.
    fn allow_only(&self, known: &[&str]) -> Result<(), ConstraintError> {
        match self.entries.iter().find(|(name, _)| !known.contains(&name.as_str()) && !ANNOTATIONS.contains(&name.as_str())) {
            Some((keyword, _)) => Err(ConstraintError::UnsupportedKeyword { keyword: keyword.clone(), path: self.path.to_owned() }),
            None => Ok(()),
        }
    }

    /// Two keywords that bound a count.
    fn bounds(&self, min: &str, max: &str, default_max: usize) -> Result<(u16, u16), ConstraintError> {
        let read = |keyword: &str| match self.get(keyword) {
            None => Ok(None),
            Some(Json::Number(number)) => match number.as_u64().filter(|number| *number <= MAX_COUNT) {
                Some(number) => Ok(Some(number as u16)),
                None => Err(self.bad(keyword, SchemaFault::NoCount { most: MAX_COUNT })),
            },
            Some(_) => Err(self.bad(keyword, SchemaFault::NoCount { most: MAX_COUNT })),
        };
        let least = read(min)?.unwrap_or(0);
        let most = read(max)?.unwrap_or(least.max(default_max as u16));
        if least > most {
            let bounds = [(min, i64::from(least)), (max, i64::from(most))].map(|(name, value)| (name.to_owned(), value));
            return Err(self.unsatisfiable(Unsatisfied::Bounds(bounds)));
        }
        Ok((least, most))
    }
}

impl Grammar {
    /// Reads a schema.
    pub(super) fn parse(schema: &str) -> Result<Self, ConstraintError> {
        if schema.len() > MAX_SCHEMA_BYTES {
            return Err(ConstraintError::TooLarge { what: Excess::SchemaBytes, limit: MAX_SCHEMA_BYTES });
        }
        let json: Json = serde_json::from_str(schema).map_err(|error| ConstraintError::BadSchemaJson {
            message: error.to_string(),
            line: error.line(),
            column: error.column(),
        })?;
        let mut grammar = Self { nodes: Vec::new(), root: 0 };
        grammar.root = grammar.value(&json, "#", 0)?;
        Ok(grammar)
    }

    /// The node of this number.
    pub(super) fn node(&self, node: u16) -> &Node {
        &self.nodes[usize::from(node)]
    }

    fn add(&mut self, kind: Kind, path: &str) -> Result<u16, ConstraintError> {
        let least = self.least(&kind);
        if least > MAX_LEAST {
            return Err(ConstraintError::TooLarge { what: Excess::ShortestText(path.to_owned()), limit: MAX_LEAST as usize });
        }
        self.nodes.push(Node { kind, least });
        Ok((self.nodes.len() - 1) as u16)
    }

    fn least(&self, kind: &Kind) -> u32 {
        let of = |node: u16| self.node(node).least;
        match kind {
            Kind::Object(properties) => {
                let required: Vec<u32> = properties.iter().filter(|p| p.required).map(|p| p.key.len() as u32 + 1 + of(p.value)).collect();
                1 + required.iter().sum::<u32>() + (required.len() as u32).max(1)
            }
            // At most 4000 times 2^16: no overflow.
            Kind::Array { item, min, .. } => 1 + u32::from(*min) * of(*item) + u32::from(*min).max(1),
            Kind::Text { min, .. } => 2 + u32::from(*min),
            Kind::Number { .. } => 1,
            Kind::Literal(literals) => literals.nodes[0].rest,
            Kind::Union(nodes) => nodes.iter().map(|node| of(*node)).min().unwrap_or(0),
        }
    }

    /// Reads the schema of one value.
    fn value(&mut self, json: &Json, path: &str, nesting: usize) -> Result<u16, ConstraintError> {
        let Json::Object(entries) = json else {
            return Err(ConstraintError::BadSchema { path: path.to_owned(), why: SchemaFault::NoObject });
        };
        if nesting > MAX_NESTING {
            return Err(ConstraintError::TooLarge { what: Excess::Nesting(path.to_owned()), limit: MAX_NESTING });
        }
        let schema = Entries { entries, path };
        let types = self.types(&schema)?;
        if let Some(alternatives) = schema.get("anyOf") {
            schema.allow_only(&["anyOf"])?;
            let Json::List(alternatives) = alternatives else { return Err(schema.bad("anyOf", SchemaFault::NoSchemas)) };
            let nodes = alternatives.iter().enumerate().map(|(idx, json)| self.value(json, &format!("{path}/anyOf/{idx}"), nesting));
            let nodes = nodes.collect::<Result<Vec<u16>, _>>()?;
            return self.union(&schema, "anyOf", nodes);
        }
        if let Some(texts) = fixed(&schema, &types)? {
            return self.add(Kind::Literal(Literals::new(texts)), path);
        }
        let known: Vec<&str> = types.iter().flat_map(|name| keywords(name).iter().copied()).chain(["type"]).collect();
        schema.allow_only(&known)?;
        let mut nodes = Vec::new();
        for name in &types {
            nodes.push(self.of_type(&schema, name, nesting)?);
        }
        match nodes[..] {
            [] => Err(ConstraintError::BadSchema { path: path.to_owned(), why: SchemaFault::SaysNothing }),
            [node] => Ok(node),
            _ => self.union(&schema, "type", nodes),
        }
    }

    /// The types that the schema names; none if it does not.
    fn types(&self, schema: &Entries<'_>) -> Result<Vec<&'static str>, ConstraintError> {
        let names = match schema.get("type") {
            None => return Ok(Vec::new()),
            Some(Json::List(names)) if !names.is_empty() => names.as_slice(),
            Some(name) => std::slice::from_ref(name),
        };
        let known = |json: &Json| TYPES.into_iter().find(|name| *json == Json::Text((*name).to_owned()));
        let why = || schema.bad("type", SchemaFault::NoType);
        names.iter().map(|json| known(json).ok_or_else(why)).collect()
    }

    /// A choice between values; which one it is must show in the first byte.
    fn union(&mut self, schema: &Entries<'_>, keyword: &str, nodes: Vec<u16>) -> Result<u16, ConstraintError> {
        if nodes.is_empty() {
            return Err(schema.unsatisfiable(Unsatisfied::NoChoice));
        }
        for byte in 0..=u8::MAX {
            if nodes.iter().filter(|node| self.begins_with(**node, byte)).count() > 1 {
                return Err(schema.bad(keyword, SchemaFault::BeginAlike(char::from(byte))));
            }
        }
        self.add(Kind::Union(nodes), schema.path)
    }

    /// Whether a text of this value can begin with a byte.
    pub(super) fn begins_with(&self, node: u16, byte: u8) -> bool {
        match &self.node(node).kind {
            Kind::Object(_) => byte == b'{',
            Kind::Array { .. } => byte == b'[',
            Kind::Text { .. } => byte == b'"',
            Kind::Number { signed, .. } => byte.is_ascii_digit() || (*signed && byte == b'-'),
            Kind::Literal(literals) => literals.nodes[0].next.contains_key(&byte),
            Kind::Union(nodes) => nodes.iter().any(|node| self.begins_with(*node, byte)),
        }
    }

    fn of_type(&mut self, schema: &Entries<'_>, name: &str, nesting: usize) -> Result<u16, ConstraintError> {
        let path = schema.path;
        let kind = match name {
            "object" => Kind::Object(self.properties(schema, nesting)?),
            "array" => {
                let Some(items) = schema.get("items") else { return Err(schema.bad("items", SchemaFault::NoItems)) };
                let item = self.value(items, &format!("{path}/items"), nesting + 1)?;
                let (min, max) = schema.bounds("minItems", "maxItems", DEFAULT_MAX_ITEMS)?;
                Kind::Array { item, min, max }
            }
            "string" => {
                let (min, max) = schema.bounds("minLength", "maxLength", DEFAULT_MAX_LENGTH)?;
                Kind::Text { min, max }
            }
            "integer" | "number" => number(schema, name == "integer")?,
            "boolean" => Kind::Literal(Literals::new(vec!["false".to_owned(), "true".to_owned()])),
            _ => Kind::Literal(Literals::new(vec!["null".to_owned()])),
        };
        self.add(kind, path)
    }

    fn properties(&mut self, schema: &Entries<'_>, nesting: usize) -> Result<Vec<Property>, ConstraintError> {
        let path = schema.path;
        let entries = match schema.get("properties") {
            None => &[],
            Some(Json::Object(entries)) => entries.as_slice(),
            Some(_) => return Err(schema.bad("properties", SchemaFault::NoProperties)),
        };
        if !matches!(schema.get("additionalProperties"), None | Some(Json::Bool(_))) {
            return Err(schema.bad("additionalProperties", SchemaFault::NoBoolean));
        }
        let required = match schema.get("required") {
            None => &[],
            Some(Json::List(names)) => names.as_slice(),
            Some(_) => return Err(schema.bad("required", SchemaFault::NoNames)),
        };
        for json in required {
            let Json::Text(name) = json else { return Err(schema.bad("required", SchemaFault::NoNames)) };
            if !entries.iter().any(|(known, _)| known == name) {
                return Err(schema.bad("required", SchemaFault::NoSuchProperty(name.clone())));
            }
        }
        let mut properties = Vec::new();
        for (name, json) in entries {
            let value = self.value(json, &format!("{path}/properties/{name}"), nesting + 1)?;
            let is_required = required.contains(&Json::Text(name.clone()));
            properties.push(Property { name: name.clone(), key: escaped(name).into_bytes(), value, required: is_required });
        }
        Ok(properties)
    }
}

/// The keywords that say more about a type.
fn keywords(type_name: &str) -> &'static [&'static str] {
    match type_name {
        "object" => &["properties", "required", "additionalProperties"],
        "array" => &["items", "minItems", "maxItems"],
        "string" => &["minLength", "maxLength"],
        "integer" | "number" => &["minimum", "maximum"],
        _ => &[],
    }
}

/// The fixed texts of `enum` or `const`, those of the right type; `None` if the schema has neither.
fn fixed(schema: &Entries<'_>, types: &[&str]) -> Result<Option<Vec<String>>, ConstraintError> {
    let values = match (schema.get("enum"), schema.get("const")) {
        (Some(Json::List(values)), None) => values.as_slice(),
        (None, Some(value)) => std::slice::from_ref(value),
        (None, None) => return Ok(None),
        (Some(_), None) => return Err(schema.bad("enum", SchemaFault::NoValues)),
        (Some(_), Some(_)) => return Err(schema.bad("const", SchemaFault::BesideEnum)),
    };
    schema.allow_only(&["enum", "const", "type"])?;
    let is_wanted = |value: &&Json| types.is_empty() || types.iter().any(|name| value.is_of(name));
    let mut texts: Vec<String> = Vec::new();
    for text in values.iter().filter(is_wanted).map(Json::compact) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    if texts.is_empty() {
        return Err(schema.unsatisfiable(Unsatisfied::NoValueOfType));
    }
    if texts.iter().map(String::len).sum::<usize>() >= usize::from(u16::MAX) {
        return Err(ConstraintError::TooLarge { what: Excess::Values(schema.path.to_owned()), limit: usize::from(u16::MAX) });
    }
    Ok(Some(texts))
}

fn number(schema: &Entries<'_>, whole: bool) -> Result<Kind, ConstraintError> {
    let read = |keyword: &str| match schema.get(keyword) {
        None => Ok(None),
        Some(Json::Number(number)) if number.as_i64().is_some() => Ok(number.as_i64()),
        Some(_) => Err(schema.bad(keyword, SchemaFault::NoWholeNumber)),
    };
    match (read("minimum")?, read("maximum")?) {
        (None, None) => Ok(Kind::Number { whole, signed: true }),
        (Some(0), None) => Ok(Kind::Number { whole, signed: false }),
        (Some(min), Some(max)) if min > max => {
            Err(schema.unsatisfiable(Unsatisfied::Bounds([("minimum".to_owned(), min), ("maximum".to_owned(), max)])))
        }
        (Some(min), Some(max)) if whole && max.checked_sub(min).is_some_and(|range| range <= MAX_RANGE) => {
            Ok(Kind::Literal(Literals::new((min..=max).map(|value| value.to_string()).collect())))
        }
        (min, _) => {
            let keyword = if min.is_some() { "minimum" } else { "maximum" };
            Err(schema.bad(keyword, SchemaFault::UnsupportedBounds { most: MAX_RANGE }))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(schema: &str) -> String {
        Grammar::parse(schema).err().map(|error| error.to_string()).unwrap_or_default()
    }

    #[test]
    fn what_is_not_understood_is_refused_by_name_and_place() {
        let nested = r#"{"type":"object","properties":{"pets":{"type":"array","items":{"type":"string","pattern":"a+"}}}}"#;
        assert_eq!(refusal(nested), "the schema's keyword `pattern` at #/properties/pets/items is not supported");
        assert_eq!(refusal(r##"{"$ref":"#"}"##), "the schema's keyword `$ref` at # is not supported");
        assert_eq!(refusal(r#"{"type":"string","minItems":2}"#), "the schema's keyword `minItems` at # is not supported");
        for (schema, words) in [
            (r#"{"type":"array"}"#, "`items`"),
            (r#"{"type":"thing"}"#, "`type`"),
            (r#"{"type":"string","maxLength":-1}"#, "`maxLength`"),
            (r#"{"type":"string","maxLength":"3"}"#, "`maxLength`"),
            (r#"{"type":"number","maximum":3}"#, "`maximum`"),
            (r#"{"type":"integer","minimum":0,"maximum":5000}"#, "at most 1000 apart"),
            (r#"{"type":"object","required":["a"]}"#, "`a`, which is not among the properties"),
            (r#"{"type":["integer","number"]}"#, "begin with `-`"),
            (r#"{"anyOf":[{"type":"string"},{"const":"x"}]}"#, "begin with `\"`"),
            (r#"{}"#, "needs one of"),
            ("true", "must be an object"),
        ] {
            assert!(refusal(schema).contains(words), "{schema}: {}", refusal(schema));
        }
    }

    #[test]
    fn what_nothing_can_satisfy_is_refused_with_its_reason() {
        for schema in [
            r#"{"type":"string","minLength":3,"maxLength":2}"#,
            r#"{"type":"array","items":{"type":"null"},"minItems":5,"maxItems":1}"#,
            r#"{"enum":[]}"#,
            r#"{"type":"string","enum":[1,2]}"#,
            r#"{"type":"integer","minimum":3,"maximum":1}"#,
            r#"{"anyOf":[]}"#,
        ] {
            assert!(matches!(Grammar::parse(schema), Err(ConstraintError::Unsatisfiable { .. })), "{schema}: {}", refusal(schema));
        }
    }

    #[test]
    fn what_is_no_json_is_refused_with_line_and_column() {
        let error = Grammar::parse("{\n  \"type\": }").err();
        let Some(ConstraintError::BadSchemaJson { line, column, .. }) = &error else { panic!("{:?}", error.map(|e| e.to_string())) };
        assert_eq!((*line, *column), (2, 11));
        assert!(refusal(r#"{"type":"null","type":"null"}"#).contains("twice"));
        assert!(refusal(&"[".repeat(5000)).contains("not JSON"));
        assert!(refusal(&" ".repeat(1 << 17)).contains("too large"));
    }

    #[test]
    fn nesting_is_bounded_by_the_stack() {
        let nested =
            |depth: usize| (0..depth).fold(r#"{"type":"null"}"#.to_owned(), |inner, _| format!(r#"{{"type":"array","items":{inner}}}"#));
        assert_eq!(refusal(&nested(MAX_NESTING)), "");
        assert!(refusal(&nested(MAX_NESTING + 1)).contains("too large"), "{}", refusal(&nested(MAX_NESTING + 1)));
        let long = |depth: usize| {
            (0..depth).fold(r#"{"type":"null"}"#.to_owned(), |inner, _| format!(r#"{{"type":"array","minItems":4000,"items":{inner}}}"#))
        };
        assert_eq!(refusal(&long(1)), "");
        assert!(refusal(&long(9)).contains("too large"), "{}", refusal(&long(9)));
    }

    #[test]
    fn properties_keep_the_order_in_which_they_were_written() {
        let schema = r#"{"type":"object","properties":{"z":{"type":"null"},"a":{"type":"null"},"m":{"type":"null"}}}"#;
        let grammar = Grammar::parse(schema).expect("a schema");
        let Kind::Object(properties) = &grammar.node(grammar.root).kind else { panic!("no object") };
        assert_eq!(properties.iter().map(|property| property.name.as_str()).collect::<Vec<_>>(), ["z", "a", "m"]);
    }
}
