// Edge lists as tables: columns that have names, quoted fields, vertices that have names.
#include <gtest/gtest.h>

#include "support/graph_files.hpp"
#include "yoke/graph_io.hpp"

namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using yoke_test::Edges;
using yoke_test::expect_malformed;
using yoke_test::GraphFiles;

yoke::GraphReadOptions with_columns(std::string const& from, std::string const& to) {
  yoke::GraphReadOptions options;
  options.columns = {from, to};
  return options;
}

yoke::GraphReadOptions with_names() {
  yoke::GraphReadOptions options;
  options.ids = yoke::VertexIds::names;
  return options;
}

TEST(GraphIoTables, NamesOfColumnsSayWhichHoldTheVertices) {
  GraphFiles const files;
  Edges const expected = {{0, 1}, {1, 2}};
  for (std::string const content :
       {",source,target\n0,0,1\n1,1,2\n", "id,source,target\n7,0,1\n8,1,2\n",
        "\"\",\"source\",\"target\"\r\n\"0\",0,1\r\n\"1\",1,2\r\n", "index;src;dst\n0;0;1\n1;1;2",
        "Id,Source,Target,Type\n0,0,1,Directed\n1,1,2,Directed\n", "\tu\tv\n0\t0\t1\n1\t1\t2\n",
        "target,source\n1,0\n2,1\n", "TO FROM\n1 0\n2 1\n", "to\tid\tfrom\n1\t9\t0\n2\t9\t1\n",
        "# c\n\nsource , target\n 0 , 1\n# c\n1,2\n", "node_1,node_2\n0,1\n1,2\n",
        "FromNodeId\tToNodeId\n0\t1\n1\t2\n", "id,source id,target id\n5,0,1\n6,1,2\n",
        "Person1Id|Person2Id\n0|1\n1|2\n", "\xef\xbb\xbfid,source,target\n7,0,1\n8,1,2\n"}) {
    auto const file = files.read("a.csv", content);
    EXPECT_EQ(file.edges, expected) << content;
    EXPECT_THAT(file.report.notes, IsEmpty()) << content;
    EXPECT_FALSE(file.report.first_edge_may_be_sizes);
  }
}

TEST(GraphIoTables, RowsMayBeginAsCommentsDo) {
  GraphFiles const files;
  Edges const expected = {{0, 1}, {1, 2}, {2, 3}};
  for (std::string const content :
       {"color,source,target\n#ff0000,0,1\n#00ff00,1,2\nred,2,3\n",
        "tag;source;target;note\r\n%a;0;1;\"x;y\"\r\n #b;1;2;\r\n#\"c;2;3; \"a\"\";b\"",
        "color\tsource\ttarget\n#1\t0\t1\n# a comment\n#, 2\n#2\t1\t2\n\n#3\t2\t3\n"}) {
    EXPECT_EQ(files.read("a.csv", content).edges, expected) << content;
  }
  // Of blanks there may be any number.
  EXPECT_EQ(files.read("a.csv", "color source target\n# 0 1\n1 1 2\n").edges, (Edges{{1, 2}}));
}

TEST(GraphIoTables, WhatOtherColumnsHoldIsSaidToBeLeftOut) {
  GraphFiles const files;
  for (std::string const content :
       {"weight,source,target\n0.5,0,1\n1,1,2\n", "source,target,weight\n0,1,\n1,2,0.5\n",
        "Source;Target;Id;Weight\n0;1;0;1\n1;2;1;1\n", "# weight source target\n5 0 1\n3 1 2\n"}) {
    auto const file = files.read("a.csv", content);
    EXPECT_EQ(file.edges, (Edges{{0, 1}, {1, 2}})) << content;
    EXPECT_THAT(file.report.notes, ElementsAre(HasSubstr("not kept: '"))) << content;
  }
}

TEST(GraphIoTables, NamesThatDoNotSayItAreRefusedUnlessAnOptionDoes) {
  GraphFiles const files;
  std::string const named = "a,x,y\n0,1,2\n3,2,4\n", plain = "0,1,2\n3,2,4\n";
  expect_malformed(files, "a.csv", {named, 1, "the columns 'a', 'x', 'y' do not say"});
  expect_malformed(files, "a.csv", {named, 1, "options.columns"});
  expect_malformed(files, "a.csv", {"from,to,source,target\n0,1,2,3\n", 1, "do not say"});
  expect_malformed(files, "a.csv", {"source,source,target\n0,1,2\n", 1, "do not say"});
  expect_malformed(files, "a.csv", {"alice bob\nbob carol\n", 1, "VertexIds::names"});
  for (auto const& options : {with_columns("x", "y"), with_columns("2", "3"),
                              with_columns("X", "Y"), with_columns("2", "y")}) {
    EXPECT_EQ(files.read("a.csv", named, options).edges, (Edges{{1, 2}, {2, 4}}));
  }
  EXPECT_EQ(files.read("a.csv", plain, with_columns("3", "1")).edges, (Edges{{2, 0}, {4, 3}}));
  // R does not name the column of the rows' names.
  auto const of_r =
      files.read("a.csv", "\"source\" \"target\"\n\"1\" 0 1\n", with_columns("2", "3"));
  EXPECT_EQ(of_r.edges, (Edges{{0, 1}}));
  EXPECT_THAT(of_r.report.notes, IsEmpty());
  // Those asked for count more than those that have the usual names.
  EXPECT_EQ(files.read("a.csv", "source,target,x\n0,1,2\n", with_columns("x", "source")).edges,
            (Edges{{2, 0}}));
  expect_malformed(files, "a.csv", {named, 1, "no column is called 'z'", with_columns("x", "z")});
  expect_malformed(files, "a.csv",
                   {"x,x,y\n0,1,2\n", 1, "several columns are called 'x'", with_columns("x", "y")});
  expect_malformed(files, "a.csv", {plain, 1, "before column 9", with_columns("1", "9")});
  for (std::string const& content : {named, plain, std::string("0,1\n1,2\n")}) {
    expect_malformed(files, "a.csv", {content, 1, "columns count from 1", with_columns("0", "1")});
    expect_malformed(files, "a.csv", {content, 1, "columns count from 1", with_columns("x", "00")});
    expect_malformed(files, "a.csv", {content, 1, "are the same column", with_columns("2", "02")});
  }
  expect_malformed(files, "a.csv", {named, 1, "are the same column", with_columns("x", "X")});
}

TEST(GraphIoTables, ColumnsAreTwoThatDiffer) {
  GraphFiles const files;
  auto const path = files.write("a.csv", "0,1\n");
  for (auto const& options :
       {with_columns("1", ""), with_columns("", "1"), with_columns("1", "1")}) {
    EXPECT_THROW(yoke::read_edges(path, options), std::invalid_argument);
  }
}

TEST(GraphIoTables, QuotedFieldsHoldAnything) {
  GraphFiles const files;
  Edges const expected = {{0, 1}, {1, 2}, {2, 0}};
  for (std::string const content :
       {"label,source,target\n\"a, \"\"b\"\"\r\n3,4\",0,1\n\"\",1,2\n x ,2,0\n",
        "source,label,target\r\n0,\"9,9\",1\r\n1,\"\n5,6\n\",2\r\n2,,0\r\n",
        "\"0\",\"1\"\n\"1\",\"2\"\n\"2\",\"0\"", "\"0\" \"1\"\n1 \"2\" \n \"2\" 0 # x\n",
        "source;target;\"a\nb\"\n0;1;\"\r\r\"\n1;2;\"\"\"\"\n2;0;5\" pipe\n",
        "\"a\nb\",\"source\",\"target\"\r1,0,1\r2,1,2\r\r3,2,0"}) {
    EXPECT_EQ(files.read("a.csv", content).edges, expected) << content;
  }
}

TEST(GraphIoTables, Faults) {
  GraphFiles const files;
  for (yoke_test::MalformedText const& text : std::vector<yoke_test::MalformedText>{
           {"source,target\n0,1\n1\n", 3, "the line ends before column 2"},
           {"source,target\n0,0,1\n", 2, "3 fields, and the first 2"},
           {"source,target\n0,0,1\n", 2, "options.columns"},
           {"source,target\n0,0,1,1\n", 2, "options.lenient"},
           {"source,target,weight\n0,1,5\n2,,4\n", 3, "a field that should hold a vertex is empty"},
           {"source,target\n0,x\n", 2, "vertex 'x' is not a number from 0 up"},
           {"source,target\n0,1\n1,\"2\n", 3, "a quoted field does not end"},
           {"source,target\n0,\"1\"2\n", 2, "more text follows a quoted field's end"},
           {"source,target\n\"a\n\",1\n", 2, "is not a number"},
           {"source,target\n0,\"1\"\n2,\"3\" 4\n", 3, "more text follows a quoted field's end"},
           {"x,y\n\n", 1, "words and no edges"},
           {"source,target,Type,TYPE\n0,1,Directed,x\n2,3,undirected,Directed\n", 3,
            "one column says that the edge is directed, and another that it is not"},
           {"<?xml version=\"1.0\"?>\n<gexf/>\n", 1, "XML (GraphML, GEXF), which is not read"},
           {"{\"nodes\": []}\n", 1, "JSON, which is not read"},
           {"*Vertices 3\n*Arcs\n1 2\n", 1, "Pajek's, which is not read"},
           {"graph [\n  node [\n", 1, "GML or DOT, which is not read"},
           {std::string("\xff\xfe") + "0 1\n", 1, "UTF-16"},
       }) {
    expect_malformed(files, "a.csv", text);
  }
  yoke::GraphReadOptions lenient;
  lenient.lenient = true;
  EXPECT_EQ(files.read("a.csv", "source,target\n0,1,5\n1,2\n", lenient).edges,
            (Edges{{0, 1}, {1, 2}}));
}

// Gephi's column says which edges are directed.
TEST(GraphIoTables, GephisTypes) {
  GraphFiles const files;
  std::string const names = "Source,Target,Type\n";
  auto const undirected = files.read("a.csv", names + "0,1,Undirected\n2,1,undirected\n");
  EXPECT_TRUE(undirected.report.is_symmetric);
  EXPECT_THAT(undirected.report.notes, IsEmpty());
  auto const directed = files.read("a.csv", names + "0,1,Directed\n2,1,DIRECTED\n");
  EXPECT_FALSE(directed.report.is_symmetric);
  EXPECT_THAT(directed.report.notes, IsEmpty());
  auto const mixed = files.read("a.csv", names + "0,1,Undirected\n2,1,Directed\n");
  EXPECT_FALSE(mixed.report.is_symmetric);
  EXPECT_THAT(mixed.report.notes, ElementsAre(HasSubstr("1 of 2 edges is undirected")));
  auto const friends = files.read("a.csv", names + "0,1,friend\n2,1,\n");
  EXPECT_THAT(friends.report.notes, ElementsAre(HasSubstr("not kept: 'Type'")));
  for (std::string const other : {"Mutual", "mutual", "friend", ""}) {
    auto const file = files.read("a.csv", names + "0,1," + other + "\n2,1,Directed\n");
    EXPECT_THAT(file.report.notes, ElementsAre(HasSubstr("for 1 of 2 edges, as '" + other)));
  }
  auto const mutual = files.read("a.csv", names + "0,1,Mutual\n");
  EXPECT_FALSE(mutual.report.is_symmetric);
  EXPECT_THAT(mutual.report.notes, ElementsAre(HasSubstr("neither Directed nor Undirected")));
  // At both ends.
  auto const both = files.read("a.csv", names + "0,1,Undirected\n1,0,Undirected\n");
  EXPECT_EQ(both.edges, (Edges{{0, 1}}));
}

// Columns that only share the name are others.
TEST(GraphIoTables, ColumnsThatAreCalledTypeToo) {
  GraphFiles const files;
  std::string const names = "Source,type,Target,Type\n";
  auto const one = files.read("a.csv", names + "0,friend,1,Undirected\n2,foe,1,Undirected\n");
  EXPECT_TRUE(one.report.is_symmetric);
  EXPECT_THAT(one.report.notes, ElementsAre(HasSubstr("not kept: 'type'")));
  auto const both = files.read("a.csv", names + "0,Directed,1,Directed\n2,directed,1,\n");
  EXPECT_FALSE(both.report.is_symmetric);
  EXPECT_THAT(both.report.notes, IsEmpty());
}

TEST(GraphIoTables, NamesOfColumnsAloneAreAnEmptyGraph) {
  GraphFiles const files;
  for (std::string const content :
       {"source,target", "source,target\n", "id\tsource\ttarget\r\n\n", "Source,Target,Type\n"}) {
    for (auto const& options : {yoke::GraphReadOptions(), with_names()}) {
      auto const file = files.read("a.csv", content, options);
      EXPECT_EQ(file.report.vertices, 0u) << content;
      EXPECT_EQ(file.edges, Edges()) << content;
      EXPECT_FALSE(file.report.is_symmetric);
      EXPECT_THAT(file.report.notes, IsEmpty()) << content;
    }
  }
  EXPECT_EQ(files.read("a.csv", "a,b\n", with_columns("b", "a")).report.vertices, 0u);
}

// Where ids are words, a header may look like an edge.
TEST(GraphIoTables, AWordAboveNumbersIsTheNameOfAColumn) {
  GraphFiles const files;
  for (std::string const content :
       {"x,y\n1,2\n3,4\n", "x,y\n1,2", "x\ty\n1\t2\n", "x y\n1 2\n", "a,b,w\nbob,al,5\nal,7,6\n",
        "\"x\",\"y\"\n\"1\",2\n", "x,y\n\n# c\n1,\n3,4\n", "a,b,w\nbob,al,\nal,bob,0.5\n"}) {
    expect_malformed(files, "a.csv",
                     {content, 1, "do not say which hold the source", with_names()});
    auto const way = content.find('\t') != content.npos  ? "the line 'source\\ttarget"
                     : content.find(',') != content.npos ? "the line 'source,target"
                                                         : "the line 'source target";
    expect_malformed(files, "a.csv", {content, 1, way, with_names()});
  }
  // The ways that the message names.
  auto named = with_names();
  named.columns = {"y", "x"};
  auto const by_name = files.read("a.csv", "x,y\n1,2\n", named);
  EXPECT_THAT(by_name.report.names, ElementsAre("2", "1"));
  EXPECT_THAT(by_name.report.notes, IsEmpty());
  auto const edge = files.read("a.csv", "source,target\nx,y\n1,2\n", with_names());
  EXPECT_THAT(edge.report.names, ElementsAre("x", "y", "1", "2"));
  // By numbers it is a header too, as where ids are numbers; nobody has said so.
  named.columns = {"2", "1"};
  auto const by_number = files.read("a.csv", "x,y\n1,2\n", named);
  EXPECT_THAT(by_number.report.names, ElementsAre("2", "1"));
  EXPECT_THAT(by_number.report.notes, ElementsAre(HasSubstr("first line was taken for")));
  // These are edges.
  for (std::string const content :
       {"al,bob\nbob,7\n7,al\n", "al,7\n1,2\n", "al bob\n1 bob\nbob 7\n", "al,bob\n",
        "a b {'w': 1}\nb c {'w': 2}\n"}) {
    auto const file = files.read("a.csv", content, with_names());
    EXPECT_EQ(file.edges.front(), (Edges::value_type{0, 1})) << content;
  }
}

TEST(GraphIoTables, WordsAreNumberedAsTheyAppear) {
  GraphFiles const files;
  auto const file = files.read("a.txt", "bob alice\nalice carol\n\n# x\ncarol bob\n", with_names());
  EXPECT_EQ(file.edges, (Edges{{0, 1}, {1, 2}, {2, 0}}));
  EXPECT_THAT(file.report.names, ElementsAre("bob", "alice", "carol"));
  EXPECT_EQ(file.report.vertices, 3u);
  EXPECT_THAT(file.report.ids, IsEmpty());

  auto const table =
      files.read("a.csv", "w,source,target\n1,New York,\"Bern, \"\"BE\"\"\"\n2,\"New York\",007\n",
                 with_names());
  EXPECT_EQ(table.edges, (Edges{{0, 1}, {0, 2}}));
  EXPECT_THAT(table.report.names, ElementsAre("New York", "Bern, \"BE\"", "007"));

  // Numbers of any size are words too.
  auto const large =
      files.read("a.txt", "18446744073709551616 x\nx 18446744073709551616\n", with_names());
  EXPECT_EQ(large.edges, (Edges{{0, 1}, {1, 0}}));
  auto const attributes = files.read("a.txt", "a b {'weight': 1, 'x': 2}\nb c {}\n", with_names());
  EXPECT_THAT(attributes.report.names, ElementsAre("a", "b", "c"));
  auto const quotes =
      files.read("a.txt", "a b {'x': \"it's\"}\n\"b 1\" \"c {}\n\"d\"e a\n", with_names());
  EXPECT_THAT(quotes.report.names, ElementsAre("a", "b", "b 1", "\"c", "\"d\"e"));
  EXPECT_EQ(files.read("a.txt", "", with_names()).report.vertices, 0u);
  expect_malformed(files, "a.csv", {"x,\"a\nb\"\n", 1, "goes over a line's end", with_names()});
  expect_malformed(files, "a.csv", {"a b\nc\n", 2, "before column 2", with_names()});
}

TEST(GraphIoTables, NamesThatLookLikeCommentsAreQuoted) {
  GraphFiles const files;
  auto const tags = files.read("a.csv", "# c\nu,v\n#a,b\nc,#a\n\"#a\",c\n", with_names());
  EXPECT_EQ(tags.edges, (Edges{{0, 1}, {1, 0}}));
  EXPECT_THAT(tags.report.names, ElementsAre("c", "#a"));
  EXPECT_THAT(tags.report.notes, ElementsAre(HasSubstr("1 line among the edges was")));
  auto const quoted = files.read("a.csv", "# c\nu,v\n\"#a\",b\n", with_names());
  EXPECT_THAT(quoted.report.notes, IsEmpty());
  // Where no edges are left, that is why.
  for (std::string const content : {"#a,b\n", "u,v\n#a,b\n", "u,v\n%a,b"}) {
    auto const none = files.read("a.csv", content, with_names());
    EXPECT_EQ(none.report.vertices, 0u);
    EXPECT_THAT(none.report.notes,
                ElementsAre(HasSubstr("no edges: 1 line was taken for a comment; quotes around")));
  }
  auto const numbers = files.read("a.csv", "u,v\n#0,1\n#1,2\n");
  EXPECT_THAT(numbers.report.notes,
              ElementsAre(HasSubstr("no edges: 2 lines were taken for comments")));
  auto const isolated =
      files.read("a.el", "# yoke edge list: undirected 3 vertices\n", with_names());
  EXPECT_THAT(isolated.report.notes, IsEmpty());
}

TEST(GraphIoTables, ManyNamesAsFew) {
  GraphFiles const files;
  std::string content;
  Edges expected;
  for (std::uint64_t e = 0; e < 2000; ++e) {
    content += "n" + std::to_string(e) + ",n" + std::to_string(e + 1) + "\n";
    expected.emplace_back(e, e + 1);
  }
  auto const file = files.read("a.txt", content, with_names());
  EXPECT_EQ(file.edges, expected);
  EXPECT_EQ(file.report.names.size(), 2001u);
  EXPECT_THAT(file.report.names, Contains("n1000"));
}

}  // namespace
