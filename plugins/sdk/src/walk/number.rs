//! The number in a newtype, if there is one and it has no sign.

use serde::ser::{Impossible, Serialize, Serializer};

/// A number and how wide it is written.
#[derive(Clone, Copy)]
pub struct Number {
    pub value: u32,
    width: Width,
}

#[derive(Clone, Copy)]
enum Width {
    U8,
    U16,
    U32,
}

impl Number {
    /// Another value, as wide.
    pub fn with(self, value: u32) -> Self {
        Self { value, ..self }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self.width {
            Width::U8 => out.serialize_u8(self.value as u8),
            Width::U16 => out.serialize_u16(self.value as u16),
            Width::U32 => out.serialize_u32(self.value),
        }
    }
}

/// The number that a value is, if it is one of at most 32 bits without a sign.
pub fn number_of<T: Serialize + ?Sized>(value: &T) -> Option<Number> {
    value.serialize(Reader).ok()
}

struct Reader;

/// It is something else.
#[derive(Debug)]
struct Other;

impl std::fmt::Display for Other {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("no number")
    }
}

impl std::error::Error for Other {}

impl serde::ser::Error for Other {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

macro_rules! numbers {
    ($($name:ident $type:ty, $width:ident);*) => {
        $(fn $name(self, value: $type) -> Result<Number, Other> {
            Ok(Number { value: value.into(), width: Width::$width })
        })*
    };
}

macro_rules! others {
    ($($name:ident($($type:ty),*) -> $ok:ty),* $(,)?) => {
        $(fn $name(self, $(_: $type),*) -> Result<$ok, Other> {
            Err(Other)
        })*
    };
}

type Never = Impossible<Number, Other>;
type Name = &'static str;

impl Serializer for Reader {
    type Ok = Number;
    type Error = Other;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    numbers!(serialize_u8 u8, U8; serialize_u16 u16, U16; serialize_u32 u32, U32);

    others!(
        serialize_bool(bool) -> Number,
        serialize_i8(i8) -> Number,
        serialize_i16(i16) -> Number,
        serialize_i32(i32) -> Number,
        serialize_i64(i64) -> Number,
        serialize_u64(u64) -> Number,
        serialize_f32(f32) -> Number,
        serialize_f64(f64) -> Number,
        serialize_char(char) -> Number,
        serialize_str(&str) -> Number,
        serialize_bytes(&[u8]) -> Number,
        serialize_none() -> Number,
        serialize_unit() -> Number,
        serialize_unit_struct(Name) -> Number,
        serialize_unit_variant(Name, u32, Name) -> Number,
        serialize_seq(Option<usize>) -> Never,
        serialize_tuple(usize) -> Never,
        serialize_tuple_struct(Name, usize) -> Never,
        serialize_tuple_variant(Name, u32, Name, usize) -> Never,
        serialize_map(Option<usize>) -> Never,
        serialize_struct(Name, usize) -> Never,
        serialize_struct_variant(Name, u32, Name, usize) -> Never,
    );

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<Number, Other> {
        Err(Other)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: Name, _: &T) -> Result<Number, Other> {
        Err(Other)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: Name,
        _: u32,
        _: Name,
        _: &T,
    ) -> Result<Number, Other> {
        Err(Other)
    }
}
